import type { PostgresJSReservedSql, PostgresJSSql } from "kysely-postgres-js";
import { ConnectionLostError, databaseErrorKind, NoConnectionError } from "../database-errors.ts";
import { withoutInferredType } from "./array-parameters.ts";
import type { CommitWatch } from "./commit-watch.ts";
import { LONG_SILENCE_MS, serverAnswers } from "./connect-to.ts";
import type { SilenceLimit } from "./open-socket.ts";
import { openResilientSql, type ResilientSql, type SqlOptions } from "./resilient-sql.ts";

/** Appears in the statement that long-running work uses to replace the session's limit. */
const OWN_TIMEOUT = "statement_timeout";

/** Matches read-only statements; any other statement outside a transaction is autocommitted. */
const READING = /^\s*(?:select|show|set|begin|start transaction)\b/i;

const BEGINNING = /^(?:begin|start transaction)\b/;

interface Slot {
  readonly client: ResilientSql;
  readonly silence: SilenceLimit;
  /** Number of the slot's connections that were closed because they were silent for too long. */
  silences: number;
}

/** Limits on how long a borrower of a connection waits. */
export interface BorrowerLimits {
  /**
   * Maximum time, in milliseconds, that a connection may stay silent while a response is due.
   * Undefined for work without a time limit: after 30 s, the server is asked on another connection.
   */
  readonly silenceMs: number | undefined;
  /** Maximum time, in milliseconds, to wait for a connection while all are in use. */
  readonly acquireTimeoutMs: number;
  /** Limits that the server enforces in a transaction, set with its first statement. */
  readonly inTransaction?: Readonly<Record<string, number>>;
}

export interface PoolOptions extends BorrowerLimits {
  /** Number of connections; each has at most one borrower at a time. */
  readonly size: number;
  /** Limits for borrowers that use `urgent`; by default, the same as for all others. */
  readonly urgent?: BorrowerLimits;
  readonly watch: CommitWatch;
}

/** Connection counts of a pool, either current or since the process started. */
export interface PoolFigures {
  readonly size: number;
  /** Number of connections currently lent out. */
  readonly busy: number;
  /** Number of borrowers waiting because all connections are lent out. */
  readonly waiting: number;
  /** Number of connections lost so far, for any reason. */
  readonly lost: number;
  /** Number of lost connections that were closed because they were silent for too long. */
  readonly silent: number;
}

/** Two ways to borrow from the same connections, which differ in how long a borrower waits. */
export interface ConnectionPool extends PostgresJSSql {
  readonly urgent: PostgresJSSql;
  figures(): PoolFigures;
}

/**
 * Lends connections for transactions, each to one borrower at a time. A connection that stays
 * silent for `silenceMs` while a response is due counts as lost. A transaction that sets its own
 * `statement_timeout` may stay silent for as long as that timeout allows and the server answers on
 * another connection. `reserve` throws NoConnectionError if no connection becomes free in time.
 *
 * Each slot is a postgres.js client with exactly one connection. A connection reserved from a
 * larger client would not be safe: if its socket dies between two statements, postgres.js gives the
 * connection to another query while the first borrower still holds it, which mixes two
 * transactions.
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
  const limit = limiter(url);

  for (let index = 0; index < size; index += 1) {
    const slot = openSlot(url, sqlOptions);
    limit(slot.silence, silenceMs);
    slots.push(slot);
    idle.push(slot);
  }

  function returnSlot(slot: Slot): void {
    limit(slot.silence, silenceMs);
    const [next] = waiting;
    if (next === undefined) {
      idle.push(slot);
    } else {
      waiting.delete(next);
      next(slot);
    }
  }

  /** Waits for a free slot, in order of arrival. */
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
        limit(slot.silence, limits.silenceMs);
        const mayBeSilent = () => limit(slot.silence, undefined);
        return borrow(slot, { limits, watch, mayBeSilent, returnSlot: () => returnSlot(slot) });
      },
      async end() {
        await Promise.all(slots.map(({ client }) => client.end()));
      },
    };
  }

  return {
    ...open(options),
    urgent: open(options.urgent ?? options),
    figures: () => ({
      size,
      busy: size - idle.length,
      waiting: waiting.size,
      ...lossesOf(slots),
    }),
  };
}

/** Returns a function that changes the limit on a connection's silence; undefined means none. */
function limiter(url: string): (silence: SilenceLimit, limitMs: number | undefined) => void {
  const isAlive = serverAnswers(url);
  return (silence, limitMs) => {
    silence.silenceMs = limitMs ?? LONG_SILENCE_MS;
    silence.isAlive = limitMs === undefined ? isAlive : undefined;
  };
}

function openSlot(url: string, options: SqlOptions): Slot {
  const silence: SilenceLimit = {
    silenceMs: LONG_SILENCE_MS,
    onSilence() {
      slot.silences += 1;
    },
  };
  const client = openResilientSql(url, { ...options, max: 1 }, silence);
  const slot: Slot = { client, silence, silences: 0 };
  return slot;
}

function lossesOf(slots: readonly Slot[]): Pick<PoolFigures, "lost" | "silent"> {
  return {
    lost: slots.reduce((sum, { client }) => sum + client.losses(), 0),
    silent: slots.reduce((sum, { silences }) => sum + silences, 0),
  };
}

interface Borrowing {
  readonly limits: BorrowerLimits;
  readonly watch: CommitWatch;
  /** Called before work that may take any time. */
  readonly mayBeSilent: () => void;
  readonly returnSlot: () => void;
}

/**
 * Returns the limits as SQL to send in the same message as the statement that begins the
 * transaction.
 */
function settings({ inTransaction = {} }: BorrowerLimits): string {
  return Object.entries(inTransaction)
    .map(([name, milliseconds]) => `; set local ${name} = ${milliseconds}`)
    .join("");
}

function borrow(
  { client: slot }: Slot,
  { limits, watch, mayBeSilent, returnSlot }: Borrowing,
): PostgresJSReservedSql {
  const own = settings(limits);
  let lossesAtBegin: number | undefined;
  let returned = false;
  return {
    unsafe(text, parameters = [], queryOptions = {}) {
      if (text === "rollback") {
        const open = lossesAtBegin === slot.losses();
        lossesAtBegin = undefined;
        // A transaction that lost its connection or has tried to commit needs no rollback.
        return settled(open ? rollback(slot) : Promise.resolve(ROLLED_BACK));
      }
      if (lossesAtBegin !== undefined && slot.losses() !== lossesAtBegin) {
        // Nothing may be sent: on a new connection, the statement would run outside the
        // transaction.
        return settled(Promise.reject(new ConnectionLostError()));
      }
      if (BEGINNING.test(text)) {
        lossesAtBegin = slot.losses();
        if (own !== "") {
          // Sent in one message, so that the limits cost no extra round trip.
          return slot.sql.unsafe(text + own);
        }
      }
      if (text === "commit") {
        lossesAtBegin = undefined;
        return settled(watch.commit(slot.sql.unsafe(text, parameters, queryOptions)));
      }
      if (text.includes(OWN_TIMEOUT)) {
        mayBeSilent();
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

/** Makes a promise look like a postgres.js query, for responses that do not come from a query. */
function settled(promise: Promise<Answer>): Promise<Answer> & { cancel: () => void } {
  return Object.assign(promise, { cancel: () => undefined });
}
