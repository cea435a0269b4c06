import { DECLINES } from "@tessera/contract/errors/declines";
import type { Locale } from "../../../../lib/locale.ts";

/** What a decline code says to the card's owner; `undefined` for a code that is newer than this. */
export function declineText(code: string, locale: Locale): string | undefined {
  const known: Readonly<Record<string, (typeof DECLINES)[keyof typeof DECLINES]>> = DECLINES;
  return Object.hasOwn(known, code) ? known[code]?.message[locale] : undefined;
}
