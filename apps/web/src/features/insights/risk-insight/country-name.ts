import type { Locale } from "../../../lib/locale.ts";

/** A country by its name in the reader's language; the code itself where it is not known. */
export function countryName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
