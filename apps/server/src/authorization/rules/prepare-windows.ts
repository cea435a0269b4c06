import { setImmediate } from "node:timers/promises";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { CompiledStrategy, HistoryCard } from "../decision/index.ts";
import {
  calendarOf,
  compileStrategy,
  merchantCounter,
  Replay,
  reachBefore,
  windowAt,
} from "../decision/index.ts";
import {
  type CounterBase,
  findHistory,
  findHistoryCards,
  findKnownMerchants,
  replaceBases,
} from "../velocity/index.ts";

const SLICE = 400;
/** Higher than any possible usage, because past payments are counted without being checked. */
const NO_LIMIT = 10n ** 17n;

/**
 * Computes the window usage of a newly active rule from history, and stores it alongside the
 * ledger's counters, which start counting with the rule's first payment. A monthly cap enabled
 * mid-month therefore includes spending since the first of the month.
 */
export async function prepareWindows(
  context: AppContext,
  tx: Tx,
  customerId: string,
  rule: StrategyRule,
  at: Date,
): Promise<void> {
  const strategy = compileStrategy({
    id: "prepared",
    version: 0,
    name: "",
    status: "shadow",
    rule,
  });
  const { velocity, asksNewMerchant } = strategy;
  if (velocity === undefined && !asksNewMerchant) {
    return;
  }
  const cards = await findHistoryCards(tx, customerId);
  const start = reachBefore(at, [strategy]);
  const replay = new Replay({
    customerId,
    cards: cards.map((card) => ({
      ...card,
      perTransactionLimitMinor: NO_LIMIT,
      dailyLimitMinor: NO_LIMIT,
      monthlyLimitMinor: NO_LIMIT,
    })),
    calendar: calendarOf(context.config.timeZone),
    merchantCounter,
    asItWas: true,
    strategiesAt: () => [strategy],
  });
  const known = asksNewMerchant ? await findKnownMerchants(tx, customerId, at) : [];
  if (velocity !== undefined) {
    const before = asksNewMerchant ? await findKnownMerchants(tx, customerId, start) : [];
    for (const { cardId, title } of before) {
      replay.knowMerchant(cardId, title);
    }
    const rows = await findHistory(tx, customerId, start, at);
    for (const [place, row] of rows.entries()) {
      if (place % SLICE === SLICE - 1) {
        await setImmediate();
      }
      replay.take(row);
    }
  }
  await replaceBases(tx, [
    ...windowBases(context, strategy, replay, { customerId, cards, at }),
    ...known.map(({ cardId, title }) => ({
      subject: newestOf(cards, cardId),
      counter: merchantCounter(title),
      amountMinor: 0n,
      count: 1n,
    })),
  ]);
}

/** Returns the latest replacement of a card, or the card itself. */
function newestOf(cards: readonly HistoryCard[], cardId: string): string {
  const chain = cards.filter(({ predecessors }) => predecessors.includes(cardId));
  const [newest] = chain.toSorted((a, b) => b.predecessors.length - a.predecessors.length);
  return newest?.id ?? cardId;
}

interface Scope {
  readonly customerId: string;
  readonly cards: readonly HistoryCard[];
  readonly at: Date;
}

function windowBases(
  context: AppContext,
  { velocity }: CompiledStrategy,
  replay: Replay,
  { customerId, cards, at }: Scope,
): CounterBase[] {
  if (velocity === undefined) {
    return [];
  }
  const { window, filter, per } = velocity;
  // The card's daily and monthly usage has always been counted.
  if (filter === "" && window !== "rolling_1h" && window !== "rolling_24h") {
    return [];
  }
  const { current, from } = windowAt(
    window,
    filter,
    at,
    calendarOf(context.config.timeZone).periodAt(at),
  );
  const family = current.slice(0, current.lastIndexOf(":"));
  const subjects = per === "card" ? cards.map(({ id }) => id) : [customerId];
  return subjects.flatMap((subject) =>
    (replay.counters.get(`${subject} ${family}`) ?? [])
      .filter(({ counter }) => counter >= from && counter <= current)
      .map(({ counter, amountMinor, count }) => ({ subject, counter, amountMinor, count })),
  );
}
