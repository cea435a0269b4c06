/** The sign to show: `auto` marks only negative amounts, `always` marks incoming money too. */
export type MoneySign = "auto" | "always";

export interface MoneyParts {
  /** `−` (U+2212), `+` or empty. */
  readonly sign: string;
  readonly symbol: string;
  readonly whole: string;
  /** Including the decimal point: `.40`. */
  readonly fraction: string;
}

export const MINUS = "\u2212";
/** The symbols of the currencies that cards have. */
export const SYMBOLS_OF_CARDS: ReadonlyMap<string, string> = new Map([
  ["USD", "$"],
  ["CNY", "¥"],
  ["EUR", "€"],
]);

/** Currency assumed for a bill without a currency code. */
const DEFAULT_BILL_CURRENCY = "CNY";

/** Returns a currency's symbol: `$`, `¥`, `€`; ¥ if there is no currency code. */
export function currencySymbol(currency: string | null | undefined): string {
  return SYMBOLS_OF_CARDS.get(currency ?? DEFAULT_BILL_CURRENCY) ?? "";
}

/**
 * Splits an amount from the API for display. The amount stays text throughout, so no digit is ever
 * lost. Text that is not an amount is shown unchanged.
 */
export function moneyParts(
  amount: string,
  currency: string | null | undefined,
  sign: MoneySign = "auto",
): MoneyParts {
  const match = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(amount);
  if (match === null) {
    return { sign: "", symbol: "", whole: amount, fraction: "" };
  }
  const whole = (match[2] ?? "0").replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  const fraction = match[3] ?? ".00";
  const isZero = !/[1-9]/.test(amount);
  const positive = sign === "always" && !isZero ? "+" : "";
  return {
    sign: match[1] === "-" && !isZero ? MINUS : positive,
    symbol: currencySymbol(currency),
    whole,
    fraction: fraction.length === 2 ? `${fraction}0` : fraction,
  };
}

/** Formats an amount as text: `−$182.40`, `+$3,000.00`, `500.00 USDT`. */
export function formatMoney(
  amount: string,
  currency: string | null | undefined,
  sign: MoneySign = "auto",
): string {
  const parts = moneyParts(amount, currency, sign);
  const number = `${parts.sign}${parts.symbol}${parts.whole}${parts.fraction}`;
  return parts.symbol === "" && currency ? `${number}\u00a0${currency}` : number;
}
