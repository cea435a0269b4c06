import { MERCHANT_CURRENCIES } from "@tessera/money";
import type { Locale } from "./locale.ts";

export interface NamedCurrency {
  readonly code: string;
  readonly name: string;
}

const named = new Map<Locale, readonly NamedCurrency[]>();

/** Returns the currencies in which merchants ask for payment, with their names in a language. */
export function currenciesIn(locale: Locale): readonly NamedCurrency[] {
  const kept = named.get(locale);
  if (kept !== undefined) {
    return kept;
  }
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  const currencies = MERCHANT_CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code }));
  named.set(locale, currencies);
  return currencies;
}
