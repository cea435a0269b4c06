import type { Ledger } from "@tessera/ledger";
import { houseToCustomer } from "../movements.ts";
import { pick } from "../population.ts";
import type { Subject } from "../subject.ts";

/** Whether the target time has not yet been requested, is being requested, or is known. */
type Phase = "before" | "asking" | "after";

/** The movements that a recovery to the target time must and must not contain. */
export interface Witnessed {
  /** Acknowledged before the target time was requested. */
  readonly expected: ReadonlySet<string>;
  /** Submitted after the target time was known. */
  readonly excluded: ReadonlySet<string>;
  /** In flight at the target time; either outcome is correct. */
  readonly undecided: ReadonlySet<string>;
}

/**
 * A load that records which movements were acknowledged before a point in time, and which were
 * submitted after it.
 */
export interface WitnessedLoad {
  /** Requests the target time while the load continues, and returns it. */
  mark(ask: () => Promise<string>): Promise<string>;
  /** Stops the load and waits for the movements in flight. */
  stop(): Promise<Witnessed>;
  /** Returns the number of movements acknowledged so far. */
  acknowledged(): number;
}

/**
 * Submits movements, with `clients` of them in flight, until it is stopped.
 *
 * Commit times come from the database's clock. A movement acknowledged before that clock was read
 * has an earlier commit time, and a movement submitted after the reading has a later one. This
 * process's clock therefore does not affect which side of the target time a movement is on.
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
  // The error is rethrown by `stop`.
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
  /** Movements acknowledged before the target time, but missing. */
  readonly lost: readonly string[];
  /** Movements submitted after the target time, but present. */
  readonly surplus: readonly string[];
}

/** Compares the recovered movements with those that the load recorded. */
export function findFaults(witnessed: Witnessed, recovered: ReadonlySet<string>): RecoveryFaults {
  return {
    lost: [...witnessed.expected].filter((id) => !recovered.has(id)),
    surplus: [...witnessed.excluded].filter((id) => recovered.has(id)),
  };
}
