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

/** A version by its text and number. */
export interface NamedVersion {
  readonly text: LegalTextName;
  readonly version: number;
}

/** From when a version is in force in this program. */
export interface ProgramVersion extends NamedVersion {
  readonly inForceFrom: Date;
}

/**
 * Time in milliseconds from the first start of a server that knows a version until it is in force.
 * A rollout takes less.
 */
export const ROLLOUT_MS = 86_400_000;

interface Known {
  /** The versions that are recorded. */
  readonly known: readonly NamedVersion[];
  /** The versions that servers knew before, recorded or not; none in a new program. */
  readonly former: readonly NamedVersion[];
  readonly now: Date;
}

/**
 * Returns the versions to record. One that servers knew before is in force from its published date,
 * and so is every version in a new program. A new one is in force a day from now at the earliest.
 */
export function newProgramVersions(
  published: LegalVersions,
  { known, former, now }: Known,
): ProgramVersion[] {
  return LEGAL_TEXTS.flatMap((text) => {
    const latest = Math.max(0, ...former.filter((one) => one.text === text).map(versionOf));
    const recorded = new Set(known.filter((one) => one.text === text).map(versionOf));
    return published[text]
      .filter(({ version }) => !recorded.has(version))
      .map((one) => {
        const isNew = latest > 0 && one.version > latest;
        const earliest = isNew ? now.getTime() + ROLLOUT_MS : 0;
        const inForceFrom = new Date(Math.max(effectiveMs(one), earliest));
        return { text, version: one.version, inForceFrom };
      });
  });
}

const versionOf = ({ version }: NamedVersion) => version;

/** Replaces the published dates by those of the program. */
export function withProgramDates(
  published: LegalVersions,
  program: readonly ProgramVersion[],
): LegalVersions {
  const dated = (text: LegalTextName) =>
    published[text].map((one) => {
      const found = program.find((each) => each.text === text && each.version === one.version);
      return found === undefined ? one : { ...one, effectiveFrom: found.inForceFrom.toISOString() };
    });
  return {
    terms: dated("terms"),
    privacy: dated("privacy"),
    security: dated("security"),
    agreement: dated("agreement"),
  };
}
