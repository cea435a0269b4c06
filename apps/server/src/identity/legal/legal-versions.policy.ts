import {
  LEGAL_TEXTS,
  type LegalTextName,
  type LegalVersion,
  type LegalVersions,
} from "@tessera/contract/identity/legal-versions";

/** A version of a legal text, with the name of the text. */
export interface VersionOfText extends LegalVersion {
  readonly text: LegalTextName;
}

const effectiveMs = ({ effectiveFrom }: LegalVersion) => Date.parse(effectiveFrom);

/**
 * Returns whether a text has at least one version and its versions are numbered from 1 in order of
 * effective date.
 */
export function isWellNumbered(versions: readonly LegalVersion[]): boolean {
  return (
    versions.length > 0 &&
    versions.every((one, index) => {
      const former = versions[index - 1];
      const isLater = former === undefined || effectiveMs(former) < effectiveMs(one);
      return one.version === index + 1 && isLater;
    })
  );
}

/**
 * Returns the version of a text that is in force at a given time: the latest version that has taken
 * effect. The first version has no predecessor, so it counts as in force until the second one takes
 * effect.
 */
export function versionInForce(
  versions: LegalVersions,
  text: LegalTextName,
  at: Date,
): VersionOfText {
  const effective = versions[text].filter((one) => effectiveMs(one) <= at.getTime());
  const found = effective.at(-1) ?? versions[text][0];
  if (found === undefined) {
    throw new Error(`the text ${text} has no version`);
  }
  return { ...found, text };
}

/** Returns the version of each legal text that is in force at a given time. */
export function versionsInForce(versions: LegalVersions, at: Date): readonly VersionOfText[] {
  return LEGAL_TEXTS.map((text) => versionInForce(versions, text, at));
}

/** Returns when the next version of any text takes effect, or undefined if none is planned. */
export function nextEffectiveAt(versions: LegalVersions, at: Date): Date | undefined {
  const upcoming = LEGAL_TEXTS.flatMap((text) => versions[text])
    .map(effectiveMs)
    .filter((ms) => ms > at.getTime());
  return upcoming.length === 0 ? undefined : new Date(Math.min(...upcoming));
}
