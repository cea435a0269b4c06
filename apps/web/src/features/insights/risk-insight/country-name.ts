import type { Locale } from "../../../lib/locale.ts";

/** Returns a country's name in the reader's language, or the code if it is unknown. */
export function countryName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
