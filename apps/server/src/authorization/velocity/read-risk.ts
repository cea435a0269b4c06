import type { AppContext, Tx } from "../../platform/context.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { defineService } from "../../platform/service.ts";
import type { CardUsage, CounterReading, DecisionTime, RiskState } from "../decision/index.ts";
import {
  type CounterRange,
  countersToRead,
  isSaidOf,
  merchantCounter,
  readingKey,
} from "../decision/index.ts";
import { programRulesOf, strategySetOf } from "../rule-sets/index.ts";
import { findCounters } from "./counters.repository.ts";

/** A card with the fields that its strategies need. */
export interface AskedCard {
  readonly id: string;
  readonly predecessors?: readonly string[];
  readonly customerId: string;
  readonly tier: string;
  readonly currency: "USD" | "CNY" | "EUR";
  readonly usage: CardUsage;
  /**
   * The revision of the customer's strategies, read with the card; zero if the customer never had
   * one.
   */
  readonly riskRevision: bigint;
  /** The revision of the program's rules, read with the card. */
  readonly programmeRevision: number;
}

type ReadCounters = (ranges: readonly CounterRange[]) => Promise<CounterReading[][]>;

/** Reads the counters for all waiting payments in one statement. */
const counterReads = defineService(
  "counter reads",
  ({ db }) =>
    new Batcher<readonly CounterRange[], CounterReading[][]>(
      async (asked) => {
        const found = await findCounters(db.urgent.kysely, asked.flat());
        let to = 0;
        return asked.map(({ length }) => {
          to += length;
          return found.slice(to - length, to);
        });
      },
      { maxItems: 64, maxInFlight: 2 },
    ),
);

/**
 * Reads the rules, exceptions and counters for a payment at a merchant.
 *
 * @param tx the transaction to read in; if absent, the read is batched with the reads for other
 * payments
 */
export async function readRisk(
  context: AppContext,
  card: AskedCard,
  merchantName: string,
  time: DecisionTime,
  tx?: Tx,
): Promise<RiskState> {
  const reading = tx ?? context.db.urgent.kysely;
  const set = await strategySetOf(context, reading, card.customerId, card.riskRevision);
  const { rules, unreadable } = await programRulesOf(context, reading, card.programmeRevision);
  const strategies = set.strategies.filter((strategy) => strategy.isFor(card));
  const grants = set.grants.filter(({ cardId }) => isSaidOf(card, cardId));
  const counter = merchantCounter(merchantName);
  const ranges = countersToRead(card, [...strategies, ...rules], grants, counter, time);
  const read: ReadCounters =
    tx === undefined
      ? (asked) => context.use(counterReads).submit(asked)
      : (asked) => findCounters(tx, asked);
  const found = ranges.length === 0 ? [] : await read(ranges);
  return {
    strategies,
    unreadable: set.unreadable,
    grants,
    merchantCounter: counter,
    program: { rules, unreadable },
    counters: new Map(
      ranges.map((range, place) => {
        const key = readingKey(range);
        return [key, withBases(found[place] ?? [], set.bases.get(key))];
      }),
    ),
  };
}

/**
 * Adds the usage from before the counters were created to the counters' readings. Both lists are
 * sorted by name.
 */
function withBases(
  read: readonly CounterReading[],
  bases: readonly CounterReading[] | undefined,
): readonly CounterReading[] {
  if (bases === undefined) {
    return read;
  }
  const joined = new Map(bases.map((base) => [base.counter, base]));
  for (const reading of read) {
    const base = joined.get(reading.counter);
    joined.set(reading.counter, {
      ...reading,
      baseAmountMinor: base?.baseAmountMinor ?? 0n,
      baseCount: base?.baseCount ?? 0n,
    });
  }
  return [...joined.values()].toSorted((a, b) => (a.counter < b.counter ? -1 : 1));
}
