import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import {
  INSIGHT_MINIMUM,
  type Insight,
  type InsightDays,
} from "@tessera/contract/authorization/risk-insight.schemas";
import type { CurrencyCode } from "@tessera/money";
import { ratesBook } from "../../money-movement/rates/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import { type InsightFacts, insightFacts } from "./insight-facts.ts";
import { findSeenAt } from "./insight-reader.repository.ts";
import {
  firstPayments,
  raisedPrices,
  riskCountsOf,
  seriesPayments,
  usualOf,
} from "./insight-rows.ts";
import { riskAlerts } from "./risk-alerts.policy.ts";
import { judgeRisk } from "./risk-score.policy.ts";
import { smallAmounts } from "./small-payments.policy.ts";
import { declineFigures, spendingFigures } from "./spending-and-declines.ts";
import { riskSuggestions } from "./suggestions.policy.ts";
import { unguardedCards } from "./unguarded-cards.policy.ts";

interface InsightQuery {
  readonly days?: InsightDays | undefined;
  readonly currency?: CurrencyCode | undefined;
  readonly cardId?: string | undefined;
}

const DEFAULT_DAYS: InsightDays = "30";
/** The id of a card that does not exist and therefore has no payments. */
const NO_CARD = "00000000-0000-0000-0000-000000000000";

/** Returns the cards with their ids in the form that rules use. */
function guardedOf({ guarded }: InsightFacts) {
  const cards = guarded.cards.map((card) => ({ ...card, id: wireId("card", card.id) }));
  return { cards, unguarded: unguardedCards(cards, guarded.rules) };
}

function suggestionsOf(
  facts: InsightFacts,
  judged: Pick<Insight, "factors" | "alerts">,
  known: {
    readonly usual: ReturnType<typeof usualOf>;
    readonly cardId: string | undefined;
    readonly rules: readonly StrategyRule[];
  },
): Insight["suggestions"] {
  const { unguarded } = guardedOf(facts);
  return riskSuggestions({
    ...judged,
    ...known,
    countries: facts.firsts
      .filter(({ kind }) => kind === "country")
      .toSorted((a, b) => Number(b.count - a.count))
      .flatMap(({ country }) => country ?? []),
    unguardedCardIds: unguarded
      .filter(({ currency }) => currency === known.usual?.currency)
      .map(({ id }) => id),
  });
}

/**
 * Reads how safely a customer's cards (or one of them) are used: a score with its factors,
 * spending, declines, alerts and suggested rules. There is no score below a minimum number of
 * payments. For another customer's card, the insight contains no payments.
 */
export async function readInsight(
  context: AppContext,
  { customerId, query }: { readonly customerId: string; readonly query: InsightQuery },
): Promise<Insight> {
  const currency = query.currency ?? "USD";
  const cardId =
    query.cardId === undefined ? undefined : (parseId("card", query.cardId) ?? NO_CARD);
  const book = context.use(ratesBook);
  const [rates, rateOf, seenAt] = await Promise.all([
    book.known(),
    book.converter(),
    findSeenAt(context.db.kysely, customerId),
  ]);
  // Without exchange rates, no amount in another currency counts as small.
  const isRated = (to: CurrencyCode) => to === "USD" || rates !== undefined;
  const small = smallAmounts((to) => (isRated(to) ? rateOf("USD", to) : 0n));
  const days = query.days ?? DEFAULT_DAYS;
  const facts = await insightFacts(context, { customerId, days, cardId }, small);
  const { period, rows, guarded } = facts;
  const { cards, unguarded } = guardedOf(facts);
  const own = { cards: cards.length, unguardedCards: unguarded.length };
  const counts = riskCountsOf(rows, facts.firsts, "current", own);
  const judged = judgeRisk({
    counts,
    former: riskCountsOf(rows, facts.firsts, "former", own),
    since: period.startsAt,
    minimum: INSIGHT_MINIMUM,
  });
  const alerts = judged.enough
    ? riskAlerts(seriesPayments(rows), firstPayments(facts.firsts), raisedPrices(facts.rises))
    : [];
  return {
    ...judged,
    minimum: INSIGHT_MINIMUM,
    payments: counts.asked,
    from: period.startsAt.toISOString(),
    to: facts.to.toISOString(),
    spending: spendingFigures(rows, period.days, {
      currency,
      rateOf: (from) => rateOf(from, currency),
      hasRates: rates !== undefined,
    }),
    declines: declineFigures(rows, period.days, { total: counts.declined, of: counts.asked }),
    alerts,
    alertsSeenAt: seenAt?.toISOString() ?? null,
    suggestions: suggestionsOf(
      facts,
      { factors: judged.factors, alerts },
      {
        usual: usualOf(rows, small),
        cardId: query.cardId,
        rules: guarded.rules,
      },
    ),
  };
}
