import type { PostgresJSReservedSql, PostgresJSSql } from "kysely-postgres-js";
import { ConnectionLostError, databaseErrorKind, NoConnectionError } from "../database-errors.ts";
import { withoutInferredType } from "./array-parameters.ts";
import type { CommitWatch } from "./commit-watch.ts";
import type { SilenceLimit } from "./open-socket.ts";
import { openResilientSql, type ResilientSql, type SqlOptions } from "./resilient-sql.ts";

/** Appears in the statement with which long work replaces the session's limit. */
const OWN_TIMEOUT = "statement_timeout";

/** Read-only statements; anything else outside a transaction commits by itself. */
const READING = /^\s*(?:select|show|set|begin|start transaction)\b/i;

const BEGINNING = /^(?:begin|start transaction)\b/;

interface Slot {
  readonly client: ResilientSql;
  readonly silence: SilenceLimit;
}

/** How long a borrower of a connection waits. */
export interface BorrowerLimits {
  /** Longest silence of a connection that owes a response, in milliseconds. */
  readonly silenceMs: number;
  /** Longest wait for a connection while all are in use, in milliseconds. */
  readonly acquireTimeoutMs: number;
  /** The server's own limits in a transaction, set with its first statement. */
  readonly inTransaction?: Readonly<Record<string, number>>;
}

export interface PoolOptions extends BorrowerLimits {
  /** Number of connections; each has one borrower at a time. */
  readonly size: number;
  /** Limits of borrowers through `urgent`; by default those of the others. */
  readonly urgent?: BorrowerLimits;
  readonly watch: CommitWatch;
}

/** Two entrances to the same connections, which differ in how long a borrower waits. */
export interface ConnectionPool extends PostgresJSSql {
  readonly urgent: PostgresJSSql;
}

/**
 * Lends connections to one borrower at a time, for transactions. A connection that owes a response
 * and is silent for `silenceMs` is lost; a transaction that sets its own `statement_timeout` may
 * take that long. `reserve` throws NoConnectionError if none becomes free in time.
 *
 * Each slot is a postgres.js client of exactly one connection. A reserved connection of a larger
 * client would not do: if its socket dies between two statements, postgres.js gives the connection
 * to another query while the first borrower still holds it, and two transactions mix.
 */
export function openConnectionPool(
  url: string,
  sqlOptions: SqlOptions,
  options: PoolOptions,
): ConnectionPool {
  const { size, silenceMs, watch } = options;
  const idle: Slot[] = [];
  const waiting = new Set<(slot: Slot) => void>();
  const slots: Slot[] = [];
  for (let index = 0; index < size; index += 1) {
    const silence = { silenceMs };
    const slot = { silence, client: openResilientSql(url, { ...sqlOptions, max: 1 }, silence) };
    slots.push(slot);
    idle.push(slot);
  }

  function returnSlot(slot: Slot): void {
    slot.silence.silenceMs = silenceMs;
    const [next] = waiting;
    if (next === undefined) {
      idle.push(slot);
    } else {
      waiting.delete(next);
      next(slot);
    }
  }

  /** Waits for a slot, first come, first served. */
  function waitForSlot(acquireTimeoutMs: number): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const take = (slot: Slot) => {
        clearTimeout(timer);
        resolve(slot);
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        reject(new NoConnectionError());
      }, acquireTimeoutMs);
      waiting.add(take);
    });
  }

  function open(limits: BorrowerLimits): PostgresJSSql {
    return {
      options: { max: size },
      async reserve() {
        const slot = idle.pop() ?? (await waitForSlot(limits.acquireTimeoutMs));
        slot.silence.silenceMs = limits.silenceMs;
        return borrow(slot, { limits, watch, returnSlot: () => returnSlot(slot) });
      },
      async end() {
        await Promise.all(slots.map(({ client }) => client.end()));
      },
    };
  }

  return { ...open(options), urgent: open(options.urgent ?? options) };
}

interface Borrowing {
  readonly limits: BorrowerLimits;
  readonly watch: CommitWatch;
  readonly returnSlot: () => void;
}

/** Returns the limits as statements to send in one message with the one that begins. */
function settings({ inTransaction = {} }: BorrowerLimits): string {
  return Object.entries(inTransaction)
    .map(([name, milliseconds]) => `; set local ${name} = ${milliseconds}`)
    .join("");
}

function borrow(
  { client: slot, silence }: Slot,
  { limits, watch, returnSlot }: Borrowing,
): PostgresJSReservedSql {
  const own = settings(limits);
  let lossesAtBegin: number | undefined;
  let returned = false;
  return {
    unsafe(text, parameters = [], queryOptions = {}) {
      if (text === "rollback") {
        const open = lossesAtBegin === slot.losses();
        lossesAtBegin = undefined;
        // A transaction that lost its connection or tried to commit needs no rollback.
        return settled(open ? rollback(slot) : Promise.resolve(ROLLED_BACK));
      }
      if (lossesAtBegin !== undefined && slot.losses() !== lossesAtBegin) {
        // Nothing may be sent: it would run outside the transaction on a new connection.
        return settled(Promise.reject(new ConnectionLostError()));
      }
      if (BEGINNING.test(text)) {
        lossesAtBegin = slot.losses();
        if (own !== "") {
          // In one message, so that the limits cost no round trip.
          return slot.sql.unsafe(text + own);
        }
      }
      if (text === "commit") {
        lossesAtBegin = undefined;
        return settled(watch.commit(slot.sql.unsafe(text, parameters, queryOptions)));
      }
      if (text.includes(OWN_TIMEOUT)) {
        silence.silenceMs = Number.POSITIVE_INFINITY;
      }
      const answer = slot.sql.unsafe(text, parameters.map(withoutInferredType), queryOptions);
      const isInTransaction = lossesAtBegin !== undefined;
      return isInTransaction || READING.test(text) ? answer : settled(watch.autoCommit(answer));
    },
    release() {
      if (!returned) {
        returned = true;
        returnSlot();
      }
    },
  };
}

type Answer = unknown[] & { command: string; count: number };

const ROLLED_BACK: Answer = Object.assign([], { command: "ROLLBACK", count: 0 });

async function rollback(slot: ResilientSql): Promise<Answer> {
  try {
    return await slot.sql.unsafe("rollback");
  } catch (error) {
    if (databaseErrorKind(error) === "connection_lost") {
      return ROLLED_BACK;
    }
    throw error;
  }
}

/** Gives a promise the shape of a postgres.js query, for responses that come without a query. */
function settled(promise: Promise<Answer>): Promise<Answer> & { cancel: () => void } {
  return Object.assign(promise, { cancel: () => undefined });
}
