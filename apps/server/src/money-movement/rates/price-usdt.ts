import { type CurrencyCode, RATE_SCALE } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { exchangeSpread } from "./exchange-spread.ts";
import { withSpread } from "./rate-bounds.policy.ts";
import { crossRate } from "./rates.policy.ts";
import { ratesBook } from "./rates-book.ts";
import { priceOfUsdt } from "./usdt-rate.ts";

export interface Price {
  /** Units of the currency per USDT, times `RATE_SCALE`, including the spread. */
  readonly rateScaled: bigint;
  /** The time of the older of the rates that were used. */
  readonly ratedAt: Date;
  /** The publishers of the rates that were used. */
  readonly source: string;
  /**
   * How much worse this rate is for the customer than the source's rate, in basis points. Zero if
   * no currency is exchanged.
   */
  readonly spreadBasisPoints: number;
}

/**
 * Prices one USDT in an account's currency, using the source's price in dollars. For an account in
 * another currency, also applies the dollar's exchange rate, with the spread against the customer:
 * at least that of exchanges, so that a deposit and a withdrawal are no cheaper exchange.
 *
 * @param asked.side `deposit` if USDT comes in, `withdrawal` if it goes out
 * @throws Refusal `not_offered`, `rates_unavailable`, `rates_not_current`, `asset_depegged`
 */
export async function priceUsdt(
  context: AppContext,
  tx: Tx,
  asked: { readonly currency: CurrencyCode; readonly side: "deposit" | "withdrawal" },
): Promise<Price> {
  const { currency, side } = asked;
  const usdt = await priceOfUsdt(context, tx);
  if (currency === "USD") {
    const { dollarsScaled: rateScaled, ratedAt, source } = usdt;
    return { rateScaled, ratedAt, source, spreadBasisPoints: 0 };
  }
  const sheet = await context.use(ratesBook).priceable(tx);
  const spreadBasisPoints = Math.max(
    context.config.rates.spreadBasisPoints,
    await exchangeSpread(context, tx, sheet),
  );
  const midScaled = (crossRate(sheet.perEuro, "USD", currency) * usdt.dollarsScaled) / RATE_SCALE;
  return {
    rateScaled: withSpread(midScaled, spreadBasisPoints, side),
    ratedAt: new Date(Math.min(usdt.ratedAt.getTime(), sheet.ratedAt.getTime())),
    source: [...new Set([sheet.source, usdt.source])].join(", "),
    spreadBasisPoints,
  };
}
