import {
  CURRENCIES,
  type CurrencyCode,
  isCurrency,
  isMerchantCurrency,
  parseRate,
  RATE_SCALE,
} from "@tessera/money";
import { type OtherRates, type RateSheet, RatesError } from "./rates-provider.ts";

/**
 * The European Central Bank publishes its rates at about 16:00 CET, so rate sheets are dated that
 * time.
 */
const PUBLISHED_AT = "T15:00:00.000Z";

/**
 * Plausible range: no supported currency is worth less than a thousandth of a euro or more than a
 * thousand euros.
 */
const SANE_PER_EURO = { min: RATE_SCALE / 1000n, max: RATE_SCALE * 1000n } as const;

/** The same for other currencies: a rupiah is worth some fifty-thousandths of a euro. */
const SANE_OTHER_PER_EURO = { min: RATE_SCALE / 1000n, max: RATE_SCALE * 1_000_000n } as const;

function dayOf(date: string): Date {
  const at = new Date(`${date}${PUBLISHED_AT}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(at.getTime())) {
    throw new RatesError(`The rates carry no date but ${JSON.stringify(date.slice(0, 40))}`);
  }
  if (at.toISOString().slice(0, 10) !== date) {
    throw new RatesError(`The rates carry a day that does not exist: ${date}`);
  }
  return at;
}

function rateOf(currency: CurrencyCode, rates: ReadonlyMap<string, string>): bigint {
  if (currency === "EUR") {
    return RATE_SCALE;
  }
  const scaled = parseRate(rates.get(currency) ?? "");
  if (scaled === undefined || scaled < SANE_PER_EURO.min || scaled > SANE_PER_EURO.max) {
    throw new RatesError(`The rates have no usable rate of ${currency}`);
  }
  return scaled;
}

/**
 * Returns the rates of the other currencies. One that cannot be used is left out, so that payments
 * in that currency are declined; accounts and cards do not depend on it.
 */
function otherRates(rates: ReadonlyMap<string, string>): OtherRates {
  const usable = [...rates].flatMap(([code, text]) => {
    const scaled = parseRate(text);
    const isSane =
      scaled !== undefined &&
      scaled >= SANE_OTHER_PER_EURO.min &&
      scaled <= SANE_OTHER_PER_EURO.max;
    return isSane && isMerchantCurrency(code) && !isCurrency(code) ? [[code, scaled] as const] : [];
  });
  return Object.fromEntries(usable);
}

/**
 * Builds a rate sheet from a source's text, which must include every currency that Tessera
 * supports.
 *
 * @throws RatesError naming what is missing or implausible
 */
export function makeRateSheet(
  source: string,
  date: string,
  rates: ReadonlyMap<string, string>,
): RateSheet {
  const ratedAt = dayOf(date);
  const perEuro = Object.fromEntries(
    CURRENCIES.map((currency) => [currency, rateOf(currency, rates)]),
  ) as Record<CurrencyCode, bigint>;
  return { source, ratedAt, perEuro, others: otherRates(rates) };
}
