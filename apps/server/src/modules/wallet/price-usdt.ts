import { type CurrencyCode, RATE_SCALE } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { crossRate, isOutdated } from "./rates.policy.ts";
import { ratesOf } from "./rates-book.ts";

export interface Price {
  /** Units of the currency for one USDT, times `RATE_SCALE`. */
  readonly rateScaled: bigint;
  /** The date of the rates it was made with. */
  readonly ratedAt: Date;
}

/**
 * What one USDT is credited as: one dollar, and other currencies at the dollar's rate.
 *
 * @throws Refusal `rates_unavailable` when a live source's rates are too old to price with
 */
export async function priceUsdt(context: AppContext, currency: CurrencyCode): Promise<Price> {
  if (currency === "USD") {
    return { rateScaled: RATE_SCALE, ratedAt: context.clock.now() };
  }
  const book = ratesOf(context);
  const { sheet } = await book.current();
  if (book.provider.live && isOutdated(sheet.ratedAt, context.clock.now())) {
    throw new Refusal("rates_unavailable", { internal: "the rates are too old to price with" });
  }
  return { rateScaled: crossRate(sheet.perEuro, "USD", currency), ratedAt: sheet.ratedAt };
}
