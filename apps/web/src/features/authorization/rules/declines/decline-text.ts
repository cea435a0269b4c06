import { DECLINES } from "@tessera/contract/errors/declines";
import type { Locale } from "../../../../lib/locale.ts";

/**
 * Returns the decline message shown to the cardholder, or `undefined` if the code is unknown here.
 */
export function declineText(code: string, locale: Locale): string | undefined {
  const known: Readonly<Record<string, (typeof DECLINES)[keyof typeof DECLINES]>> = DECLINES;
  return Object.hasOwn(known, code) ? known[code]?.message[locale] : undefined;
}
