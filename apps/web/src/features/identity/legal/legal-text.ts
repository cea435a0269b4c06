import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { Locale } from "../../../lib/locale.ts";

interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** True if the published fees follow this section's text. */
  readonly showsFees?: boolean;
  /** True if the published card limits follow this section's text. */
  readonly showsLimits?: boolean;
}

/** One version of a legal text in one language. */
export interface LegalText {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly LegalSection[];
}

/**
 * Every published version in every language, with its figures filled in. Each version is a separate
 * chunk, because the texts are long and rarely read.
 */
const PUBLISHED = import.meta.glob<{ readonly default: LegalText }>("./texts/versions/*/*.json");

/**
 * Loads a published version of a legal text.
 *
 * @returns undefined if this console does not have the version
 */
export async function loadLegalText(
  name: LegalTextName,
  version: number,
  locale: Locale,
): Promise<LegalText | undefined> {
  const load = PUBLISHED[`./texts/versions/${name}/v${version}.${locale.toLowerCase()}.json`];
  return load === undefined ? undefined : (await load()).default;
}
