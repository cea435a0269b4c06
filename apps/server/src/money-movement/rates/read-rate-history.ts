import {
  RATE_HISTORY_DAYS,
  type RateHistory,
} from "@tessera/contract/money-movement/exchange.schemas";
import { type CurrencyCode, formatRate } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { crossRate } from "./rates.policy.ts";
import { ratesBook } from "./rates-book.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the mid rate between two currencies for each of the last 30 days with a rate.
 *
 * @throws Refusal `not_offered` if no source is configured
 */
export async function readRateHistory(
  context: AppContext,
  { from, to }: { readonly from: CurrencyCode; readonly to: CurrencyCode },
): Promise<RateHistory> {
  const since = new Date(context.clock.now().getTime() - RATE_HISTORY_DAYS * DAY_MS);
  const sheets = await context.use(ratesBook).history(since);
  return {
    from,
    to,
    points: sheets.map(({ ratedAt, perEuro }) => ({
      at: ratedAt.toISOString(),
      rate: formatRate(crossRate(perEuro, from, to)),
    })),
  };
}
