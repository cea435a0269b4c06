import type { FigureDays, Holdings } from "@tessera/contract/insights/spending.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import {
  convertedTotal,
  type Holding,
  selectHoldings,
} from "../../money-movement/holdings/index.ts";
import { ratesBook } from "../../money-movement/rates/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { selectDayChanges } from "./balances.repository.ts";
import { balancesByDay } from "./balances-by-day.policy.ts";
import { DEFAULT_DAYS, figurePeriod } from "./figure-period.ts";
import { separateUnconverted } from "./unconverted.policy.ts";

/** The longest time that a payment can stay open, plus a margin, in days. */
const STEP_DAYS = 45;

interface HoldingsQuery {
  readonly days?: FigureDays | undefined;
  readonly currency?: CurrencyCode | undefined;
}

/**
 * Sums the money that a customer holds on cards (minus their debt) and in accounts at the end of
 * each day. Uses today's exchange rates, so that the chart shows changes in the money rather than
 * in exchange rates. Without exchange rates, omits amounts in other currencies and lists those
 * currencies.
 */
export async function readHoldings(
  context: AppContext,
  { customerId, query }: { readonly customerId: string; readonly query: HoldingsQuery },
): Promise<Holdings> {
  const { days, startsAt } = figurePeriod(context, Number(query.days ?? DEFAULT_DAYS));
  const currency = query.currency ?? "USD";
  const { timeZone } = context.config;
  const asked = { customerId, startsAt, stepDays: STEP_DAYS, timeZone };
  const [[now, changes], rates] = await Promise.all([
    // Reads both from one snapshot, so that subtracting the changes from the current balance
    // results in the earlier balance.
    context.db.kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(
        async (tx) =>
          [await selectHoldings(tx, customerId), await selectDayChanges(tx, asked)] as const,
      ),
    context.use(ratesBook).known(),
  ]);
  const rateOf = await context.use(ratesBook).converter();
  const byDay = balancesByDay(days, now, changes);
  const { included, unconverted } = separateUnconverted(
    byDay.flatMap(({ holdings }) => holdings).filter(({ postedMinor }) => postedMinor !== 0n),
    currency,
    rates !== undefined,
  );
  const isIncluded = (one: Holding) => !unconverted.includes(one.currency);
  const sumOf = (some: readonly Holding[], kinds: readonly Holding["kind"][]) =>
    convertedTotal(
      some.filter((one) => kinds.includes(one.kind) && isIncluded(one)),
      currency,
      rateOf,
    );
  return {
    currency,
    converted: included.some((one) => one.currency !== currency),
    unconverted,
    ratedAt: rates?.sheet.ratedAt.toISOString() ?? null,
    days: byDay.map(({ day, holdings }) => {
      const cards = sumOf(holdings, ["card", "debt"]);
      const account = sumOf(holdings, ["account"]);
      return {
        day,
        total: formatAmount(cards + account, currency),
        cards: formatAmount(cards, currency),
        account: formatAmount(account, currency),
      };
    }),
  };
}
