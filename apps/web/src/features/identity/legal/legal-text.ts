import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { Locale } from "../../../lib/locale.ts";

interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The published fees follow this section's text. */
  readonly showsFees?: boolean;
  /** The published limits of cards follow this section's text. */
  readonly showsLimits?: boolean;
}

/** One version of a legal text in one language. */
export interface LegalText {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly LegalSection[];
}

/**
 * Every published version in every language, with its figures in place; each is a chunk of its own,
 * for they are long and rarely read.
 */
const PUBLISHED = import.meta.glob<{ readonly default: LegalText }>("./texts/versions/*.json");

/**
 * Loads a published version of a text.
 *
 * @returns undefined where this console has no such version
 */
export async function loadLegalText(
  name: LegalTextName,
  version: number,
  locale: Locale,
): Promise<LegalText | undefined> {
  const load = PUBLISHED[`./texts/versions/${name}.v${version}.${locale.toLowerCase()}.json`];
  return load === undefined ? undefined : (await load()).default;
}
