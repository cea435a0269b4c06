import { merchant } from "@tessera/contract/insights/bills.schemas";
import type { FigureDays, Spending } from "@tessera/contract/insights/spending.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { ratesBook } from "../../money-movement/rates/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { DEFAULT_DAYS, figurePeriod } from "./figure-period.ts";
import { convertedSum } from "./spending.policy.ts";
import { type SpentRow, selectSpent } from "./spending.repository.ts";
import { separateUnconverted } from "./unconverted.policy.ts";

interface SpendingQuery {
  readonly days?: FigureDays | undefined;
  readonly currency?: CurrencyCode | undefined;
  readonly cardId?: string | undefined;
}

const CATEGORIES = merchant.shape.category.options;
const OTHER = "other";

function rowsOfCard(context: AppContext, customerId: string, query: SpendingQuery, startsAt: Date) {
  const cardId = query.cardId === undefined ? undefined : parseId("card", query.cardId);
  if (query.cardId !== undefined && cardId === undefined) {
    return Promise.resolve<SpentRow[]>([]);
  }
  const { timeZone } = context.config;
  return selectSpent(context.db.kysely, { customerId, cardId, startsAt, timeZone });
}

/**
 * Sums the spending of a customer, or of one of the customer's cards, by category and by day, in
 * the display currency. For another customer's card, the result is empty. Without exchange rates,
 * omits amounts in other currencies and lists those currencies.
 */
export async function readSpending(
  context: AppContext,
  { customerId, query }: { readonly customerId: string; readonly query: SpendingQuery },
): Promise<Spending> {
  const { days, startsAt } = figurePeriod(context, Number(query.days ?? DEFAULT_DAYS));
  const currency = query.currency ?? "USD";
  const [spent, rates] = await Promise.all([
    rowsOfCard(context, customerId, query, startsAt),
    context.use(ratesBook).known(),
  ]);
  const rateOf = await context.use(ratesBook).converter();
  const { included: rows, unconverted } = separateUnconverted(spent, currency, rates !== undefined);
  const sumOf = (some: readonly SpentRow[]) => convertedSum(some, (from) => rateOf(from, currency));
  const byDay = Map.groupBy(rows, (row) => row.day);
  const byCategory = Map.groupBy(
    rows,
    (row) => CATEGORIES.find((category) => category === row.category) ?? OTHER,
  );
  const categories = [...byCategory]
    .map(([category, some]) => ({ category, spent: sumOf(some) }))
    .sort((a, b) => (a.spent < b.spent ? 1 : -1));
  return {
    currency,
    converted: rows.some((row) => row.currency !== currency),
    unconverted,
    total: formatAmount(sumOf(rows), currency),
    categories: categories.map(({ category, spent }) => ({
      category,
      amount: formatAmount(spent, currency),
    })),
    days: days.map((day) => ({
      day,
      amount: formatAmount(sumOf(byDay.get(day) ?? []), currency),
    })),
  };
}
