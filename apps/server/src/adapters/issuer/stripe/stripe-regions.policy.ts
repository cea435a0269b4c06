import type { CurrencyCode } from "@tessera/money";

/**
 * Countries of the EEA, and the UK. Programs in the EU and the UK issue cards to their residents.
 */
const EUROPE = [
  ...["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR", "HR", "HU"],
  ...["IE", "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI"],
  ...["SK"],
] as const;

const COUNTRIES: Readonly<Record<CurrencyCode, readonly string[]>> = {
  USD: ["US"],
  EUR: EUROPE,
  CNY: [],
};

/** Returns whether Stripe issues cards in a currency at all. */
export function issuesCurrency(currency: CurrencyCode): boolean {
  return COUNTRIES[currency].length > 0;
}

/**
 * Returns whether Stripe issues cards in a currency to residents of a country.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function servesCountry(currency: CurrencyCode, country: string): boolean {
  return COUNTRIES[currency].includes(country);
}
