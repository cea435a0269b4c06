import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { CurrencyCode } from "@tessera/money";
import type { RateSheet } from "../../adapters/rates/rates-provider.ts";
import { feeScheduleAt } from "../../cards/pricing/index.ts";
import { perEuroOf, ratesBook } from "../../money-movement/rates/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { EXCHANGE_SCALE, type ExchangeTerms } from "../decision/index.ts";

/** A merchant's currency and the card's. */
interface Pair {
  readonly currency: string;
  readonly cardCurrency: CurrencyCode;
}

/** The terms at which we convert now, or why we cannot. */
type Quoted = { readonly terms: ExchangeTerms } | { readonly unpriced: DeclineCode };

/**
 * Returns the sheet in force, or if it lacks a currency in which a merchant must be paid, the last
 * accepted one that has it: the newest rate may have been left out for having jumped.
 */
function sheetWith(
  context: AppContext,
  tx: Tx,
  inForce: RateSheet,
  { currency, isForced }: { readonly currency: string; readonly isForced: boolean },
): RateSheet | undefined | Promise<RateSheet | undefined> {
  return isForced && perEuroOf(inForce, currency) === undefined
    ? context.use(ratesBook).lastWith(currency, tx)
    : inForce;
}

/** Returns the mid rate of a pair from the rates in force, or why there is none. */
async function midRate(
  context: AppContext,
  tx: Tx,
  { currency, cardCurrency }: Pair,
  isForced: boolean,
): Promise<Quoted> {
  const rates = await context.use(ratesBook).known(tx);
  if (rates === undefined || !(rates.priceable || isForced)) {
    return { unpriced: "rate_unavailable" };
  }
  const sheet = await sheetWith(context, tx, rates.sheet, { currency, isForced });
  const from = sheet && perEuroOf(sheet, currency);
  const to = sheet && perEuroOf(sheet, cardCurrency);
  if (sheet === undefined || from === undefined || to === undefined || from === 0n) {
    return { unpriced: "currency_unsupported" };
  }
  const rateScaled = (to * EXCHANGE_SCALE * 2n + from) / (from * 2n);
  const { source, ratedAt } = sheet;
  const noMargin = { markupBasisPoints: 0, bufferBasisPoints: 0 };
  return {
    terms: { by: "program", currency, cardCurrency, rateScaled, source, ratedAt, ...noMargin },
  };
}

/**
 * Returns the terms at which we convert a purchase now: the mid rate of the rates in force, the
 * published markup and buffer.
 *
 * @param isForced whether the merchant must be paid whatever the state of the rates, in which case
 * the last accepted ones apply even if they are old
 */
export async function exchangeTerms(
  context: AppContext,
  tx: Tx,
  pair: Pair,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<Quoted> {
  const mid = await midRate(context, tx, pair, isForced);
  if ("unpriced" in mid) {
    return mid;
  }
  const fees = await feeScheduleAt(tx, context.clock.now());
  return {
    terms: {
      ...mid.terms,
      markupBasisPoints: fees.foreignMarkupBasisPoints,
      bufferBasisPoints: fees.foreignBufferBasisPoints,
    },
  };
}

/** Returns the terms at which we convert a refund: the mid rate, without a markup. */
export function refundTerms(context: AppContext, tx: Tx, pair: Pair): Promise<Quoted> {
  return midRate(context, tx, pair, true);
}
