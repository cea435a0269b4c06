/** The currencies an account or a card can be in. */
export const CURRENCIES = ["USD", "CNY", "EUR"] as const;
export type CurrencyCode = (typeof CURRENCIES)[number];

interface CurrencyTraits {
  /** Digits after the decimal point; one minor unit is 10^-decimals. */
  readonly decimals: number;
  readonly symbol: string;
}

const TRAITS: Readonly<Record<CurrencyCode, CurrencyTraits>> = {
  USD: { decimals: 2, symbol: "$" },
  CNY: { decimals: 2, symbol: "¥" },
  EUR: { decimals: 2, symbol: "€" },
};

/** Decimals and symbol of a currency. */
export function currencyTraits(currency: CurrencyCode): CurrencyTraits {
  return TRAITS[currency];
}

/** Whether a string names a currency that Tessera keeps books in. */
export function isCurrency(value: string): value is CurrencyCode {
  return (CURRENCIES as readonly string[]).includes(value);
}
