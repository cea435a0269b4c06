import type { Ledger } from "@tessera/ledger";
import { houseToCustomer } from "../movements.ts";
import { pick } from "../population.ts";
import type { Subject } from "../subject.ts";

/** Before the target time was asked for, while it was, and after the answer. */
type Phase = "before" | "asking" | "after";

/** What a recovery to the target time must have, and what it must not. */
export interface Witnessed {
  /** Acknowledged before the target time was asked for. */
  readonly expected: ReadonlySet<string>;
  /** Submitted after the target time was known. */
  readonly excluded: ReadonlySet<string>;
  /** In flight at the target time: either outcome is right. */
  readonly undecided: ReadonlySet<string>;
}

/** A load that remembers which movements were acknowledged on which side of a moment. */
export interface WitnessedLoad {
  /** Asks for the target time while the load goes on, and returns it. */
  mark(ask: () => Promise<string>): Promise<string>;
  /** Stops the load and waits for what is in flight. */
  stop(): Promise<Witnessed>;
  /** How many movements were acknowledged so far. */
  acknowledged(): number;
}

/**
 * Submits movements with `clients` in flight until it is stopped.
 *
 * Commit times come from the database's clock. A movement that was acknowledged before that clock
 * was asked has an earlier one, and a movement submitted after the answer a later one, so which
 * side they belong to does not depend on the clock of this process.
 */
export function startWitnessedLoad(
  ledger: Pick<Ledger, "submit">,
  subjects: readonly Subject[],
  clients: number,
): WitnessedLoad {
  let phase: Phase = "before";
  let isStopping = false;
  let next = 0;
  const expected = new Set<string>();
  const excluded = new Set<string>();
  const undecided = new Set<string>();

  function setOf(submitted: Phase, acknowledged: Phase): Set<string> {
    if (acknowledged === "before") {
      return expected;
    }
    return submitted === "after" ? excluded : undecided;
  }

  async function client(): Promise<void> {
    while (!isStopping) {
      const movement = houseToCustomer(pick(subjects, next++), 1n);
      const submitted = phase;
      const { outcome } = await ledger.submit(movement, { deadlineMs: 60_000 });
      if (outcome !== "posted") {
        throw new Error(`movement ${movement.id} of the load was ${outcome}`);
      }
      setOf(submitted, phase).add(movement.id);
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  // Rethrown by `stop`.
  running.catch(() => undefined);
  return {
    async mark(ask) {
      phase = "asking";
      const time = await ask();
      phase = "after";
      return time;
    },
    async stop() {
      isStopping = true;
      await running;
      return { expected, excluded, undecided };
    },
    acknowledged: () => expected.size + excluded.size + undecided.size,
  };
}

/** What a recovery got wrong. */
export interface RecoveryFaults {
  /** Acknowledged before the target, and gone. */
  readonly lost: readonly string[];
  /** Submitted after the target, and there. */
  readonly surplus: readonly string[];
}

/** Compares what was recovered with what was witnessed. */
export function findFaults(witnessed: Witnessed, recovered: ReadonlySet<string>): RecoveryFaults {
  return {
    lost: [...witnessed.expected].filter((id) => !recovered.has(id)),
    surplus: [...witnessed.excluded].filter((id) => recovered.has(id)),
  };
}
