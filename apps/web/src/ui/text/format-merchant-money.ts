import { MINUS, SYMBOLS_OF_CARDS } from "./format-money.ts";

/**
 * Formats an amount in any currency, with the decimals that it has: `£80.00` is `80.00 GBP`, and
 * `¥8,000` is `8,000 JPY`.
 */
export function formatMerchantMoney(amount: string, currency: string): string {
  const match = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(amount);
  if (match === null) {
    return `${amount}\u00a0${currency}`;
  }
  const whole = (match[2] ?? "0").replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  const symbol = SYMBOLS_OF_CARDS.get(currency);
  const number = `${match[1] === "-" ? MINUS : ""}${symbol ?? ""}${whole}${match[3] ?? ""}`;
  return symbol === undefined ? `${number}\u00a0${currency}` : number;
}

/** Significant digits of a rate on a screen. The receipt of a payment shows as many. */
const DIGITS = 6;

/**
 * Formats a rate between a merchant's currency and a card's, in the direction in which it is at
 * least one: `1 GBP = 1.3177 USD`, and for a weak currency, `1 USD = 16,699.7 IDR`.
 */
export function formatExchange(rate: string, currency: string, cardCurrency: string): string {
  const value = Number(rate);
  const number = (of: number) =>
    of.toLocaleString("en-US", { maximumSignificantDigits: DIGITS, useGrouping: true });
  if (value >= 1 || value <= 0) {
    return `1\u00a0${currency} = ${number(value)}\u00a0${cardCurrency}`;
  }
  return `1\u00a0${cardCurrency} = ${number(1 / value)}\u00a0${currency}`;
}
