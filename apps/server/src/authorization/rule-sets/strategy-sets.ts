import type { AppContext, Tx } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import type {
  CompiledStrategy,
  CounterReading,
  CounterReadings,
  RiskState,
} from "../decision/index.ts";
import { compileStrategy, readingKey } from "../decision/index.ts";
import { findRevision, findStrategySet, type StoredSet } from "./strategies.repository.ts";

/** The compiled rules and exceptions for a customer's payments. */
export type StrategySet = Omit<RiskState, "counters" | "merchantCounter" | "program"> & {
  readonly revision: bigint;
  /**
   * The usage from before the counters existed, keyed by `<subject> <family>` and sorted by name.
   */
  readonly bases: CounterReadings;
};

/** Maximum number of cached customers. The customers who paid most recently stay in the cache. */
const MAX_KEPT = 20_000;
const NONE: StrategySet = {
  revision: 0n,
  strategies: [],
  unreadable: [],
  grants: [],
  bases: new Map(),
};

/** Strategy sets by customer, ordered by when they were last read. */
const strategySets = defineService("strategy sets", () => new Map<string, StrategySet>());

/**
 * Returns a customer's strategies and exceptions at the revision that was read with the card, or a
 * newer one. They are compiled once per revision. No work is done for a customer who has never had
 * a strategy.
 *
 * @param knownRevision the revision read with the card; queried if absent
 */
export async function strategySetOf(
  context: AppContext,
  tx: Tx,
  customerId: string,
  knownRevision?: bigint,
): Promise<StrategySet> {
  const revision = knownRevision ?? (await findRevision(tx, customerId));
  if (revision === 0n) {
    return NONE;
  }
  const sets = context.use(strategySets);
  const known = sets.get(customerId);
  if (known !== undefined && known.revision >= revision) {
    return known;
  }
  const stored = await findStrategySet(tx, customerId, context.clock.now());
  if (stored === undefined) {
    throw new Error(`customer ${customerId} does not exist`);
  }
  const set = compileSet(context, customerId, stored);
  // Delete before adding again, so that the map stays ordered by the last read.
  sets.delete(customerId);
  sets.set(customerId, set);
  const [oldest] = sets.keys();
  if (sets.size > MAX_KEPT && oldest !== undefined) {
    sets.delete(oldest);
  }
  return set;
}

/** Counts the active strategies that this server has loaded but can't read. */
export function countUnreadable(context: AppContext): number {
  const sets = [...context.use(strategySets).values()];
  return sets.reduce((sum, { unreadable }) => sum + unreadable.length, 0);
}

function compileSet(context: AppContext, customerId: string, stored: StoredSet): StrategySet {
  const strategies: CompiledStrategy[] = [];
  const unreadable: { id: string; name: string }[] = [];
  for (const one of stored.strategies) {
    try {
      strategies.push(compileStrategy(one));
    } catch (error) {
      unreadable.push({ id: one.id, name: one.name });
      context.log.error(
        { err: error, customerId, strategyId: one.id, version: one.version },
        "an active strategy can't be read: payments that it may cover are declined",
      );
    }
  }
  const { revision, grants } = stored;
  return { revision, strategies, unreadable, grants, bases: basesOf(stored) };
}

function basesOf({ bases }: StoredSet): CounterReadings {
  const families = new Map<string, CounterReading[]>();
  for (const { subject, counter, amountMinor, count } of bases) {
    const key = readingKey({ subject, from: counter, to: counter });
    const family = families.get(key) ?? [];
    family.push({
      counter,
      amountMinor: 0n,
      count: 0n,
      baseAmountMinor: BigInt(amountMinor),
      baseCount: BigInt(count),
    });
    families.set(key, family);
  }
  return families;
}
