/** Currencies supported for accounts and cards. */
export const CURRENCIES = ["USD", "CNY", "EUR"] as const;
export type CurrencyCode = (typeof CURRENCIES)[number];

interface CurrencyTraits {
  /** Number of digits after the decimal point; one minor unit is 10^-decimals. */
  readonly decimals: number;
  readonly symbol: string;
}

const TRAITS: Readonly<Record<CurrencyCode, CurrencyTraits>> = {
  USD: { decimals: 2, symbol: "$" },
  CNY: { decimals: 2, symbol: "¥" },
  EUR: { decimals: 2, symbol: "€" },
};

/** Returns the decimals and the symbol of a currency. */
export function currencyTraits(currency: CurrencyCode): CurrencyTraits {
  return TRAITS[currency];
}

/** Returns whether a string is the code of a supported currency. */
export function isCurrency(value: string): value is CurrencyCode {
  return (CURRENCIES as readonly string[]).includes(value);
}
