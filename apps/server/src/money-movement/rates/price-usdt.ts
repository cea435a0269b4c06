import { type CurrencyCode, RATE_SCALE } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { exchangeSpread } from "./exchange-spread.ts";
import { withSpread } from "./rate-bounds.policy.ts";
import { crossRate } from "./rates.policy.ts";
import { ratesBook } from "./rates-book.ts";
import { priceOfAsset } from "./usdt-rate.ts";

export interface Price {
  /** Units of the currency per unit of the asset, times `RATE_SCALE`, including the spread. */
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
 * Prices one unit of an asset in an account's currency, using the price in dollars of the asset's
 * source. For an account in another currency, also applies the dollar's exchange rate, with the
 * spread against the customer: at least that of exchanges, so that a deposit and a withdrawal are
 * no cheaper exchange.
 *
 * @param asked.side `deposit` if the asset comes in, `withdrawal` if it goes out
 * @throws Refusal `not_offered`, `rates_unavailable`, `rates_not_current`, `asset_depegged`
 */
export async function priceAsset(
  context: AppContext,
  tx: Tx,
  asked: {
    readonly asset: string;
    readonly currency: CurrencyCode;
    readonly side: "deposit" | "withdrawal";
  },
): Promise<Price> {
  const { asset, currency, side } = asked;
  const dollars = await priceOfAsset(context, tx, asset);
  if (currency === "USD") {
    const { dollarsScaled: rateScaled, ratedAt, source } = dollars;
    return { rateScaled, ratedAt, source, spreadBasisPoints: 0 };
  }
  const sheet = await context.use(ratesBook).priceable(tx);
  const spreadBasisPoints = Math.max(
    context.config.rates.spreadBasisPoints,
    await exchangeSpread(context, tx, sheet),
  );
  const midScaled =
    (crossRate(sheet.perEuro, "USD", currency) * dollars.dollarsScaled) / RATE_SCALE;
  return {
    rateScaled: withSpread(midScaled, spreadBasisPoints, side),
    ratedAt: new Date(Math.min(dollars.ratedAt.getTime(), sheet.ratedAt.getTime())),
    source: [...new Set([sheet.source, dollars.source])].join(", "),
    spreadBasisPoints,
  };
}

/** Prices one USDT like {@link priceAsset}. */
export function priceUsdt(
  context: AppContext,
  tx: Tx,
  asked: { readonly currency: CurrencyCode; readonly side: "deposit" | "withdrawal" },
): Promise<Price> {
  return priceAsset(context, tx, { ...asked, asset: "USDT" });
}
