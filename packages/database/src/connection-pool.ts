import type { PostgresJSReservedSql, PostgresJSSql } from "kysely-postgres-js";
import type { CommitWatch } from "./commit-watch.ts";
import { ConnectionLostError, databaseErrorKind, NoConnectionError } from "./database-errors.ts";
import type { Patience } from "./open-socket.ts";
import { openResilientSql, type ResilientSql, type SqlOptions } from "./resilient-sql.ts";

/** The statement by which long work replaces the session's limit. */
const OWN_TIMEOUT = "statement_timeout";

/** Read-only statements; anything else outside a transaction commits by itself. */
const READING = /^\s*(?:select|show|set|begin|start transaction)\b/i;

interface Slot {
  readonly client: ResilientSql;
  readonly patience: Patience;
}

export interface PoolOptions {
  /** Connections, each for one borrower at a time. */
  readonly size: number;
  /** Longest silence of a connection that owes a response, in milliseconds. */
  readonly silenceMs: number;
  /** Longest wait for a connection while all are in use, in milliseconds. */
  readonly acquireTimeoutMs: number;
  readonly watch: CommitWatch;
}

/**
 * Hands out connections to one borrower at a time, for transactions. A connection that owes a
 * response and is silent for `silenceMs` is lost; a transaction that sets its own
 * `statement_timeout` may take that long. `reserve` throws NoConnectionError if none becomes free
 * in time.
 *
 * Each slot is a postgres.js client of exactly one connection. A reserved connection of a larger
 * client cannot be used here: when its socket dies between two statements postgres.js gives the
 * connection to another query while the first borrower still holds it, and two transactions mix.
 */
export function openConnectionPool(
  url: string,
  sqlOptions: SqlOptions,
  options: PoolOptions,
): PostgresJSSql {
  const { size, silenceMs, acquireTimeoutMs, watch } = options;
  const idle: Slot[] = [];
  const waiting = new Set<(slot: Slot) => void>();
  const slots: Slot[] = [];
  for (let index = 0; index < size; index += 1) {
    const patience = { silenceMs };
    const slot = { patience, client: openResilientSql(url, { ...sqlOptions, max: 1 }, patience) };
    slots.push(slot);
    idle.push(slot);
  }

  function giveBack(slot: Slot): void {
    slot.patience.silenceMs = silenceMs;
    const [next] = waiting;
    if (next === undefined) {
      idle.push(slot);
    } else {
      waiting.delete(next);
      next(slot);
    }
  }

  /** Waits for a slot, first come first served. */
  function comesFree(): Promise<Slot> {
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

  return {
    options: { max: size },
    async reserve() {
      const slot = idle.pop() ?? (await comesFree());
      return borrow(slot, watch, () => giveBack(slot));
    },
    async end() {
      await Promise.all(slots.map(({ client }) => client.end()));
    },
  };
}

function borrow(
  { client: slot, patience }: Slot,
  watch: CommitWatch,
  giveBack: () => void,
): PostgresJSReservedSql {
  let lossesAtBegin: number | undefined;
  let returned = false;
  return {
    unsafe(text, parameters = [], queryOptions = {}) {
      if (text === "rollback") {
        const open = lossesAtBegin === slot.losses();
        lossesAtBegin = undefined;
        // A transaction whose connection is gone, or whose commit was tried, needs no rollback.
        return settled(open ? rollback(slot) : Promise.resolve(ROLLED_BACK));
      }
      if (lossesAtBegin !== undefined && slot.losses() !== lossesAtBegin) {
        // Nothing may be sent: it would run outside the transaction on a new connection.
        return settled(Promise.reject(new ConnectionLostError()));
      }
      if (text.startsWith("begin") || text.startsWith("start transaction")) {
        lossesAtBegin = slot.losses();
      }
      if (text === "commit") {
        lossesAtBegin = undefined;
        return settled(watch.commit(slot.sql.unsafe(text, parameters, queryOptions)));
      }
      if (text.includes(OWN_TIMEOUT)) {
        patience.silenceMs = Number.POSITIVE_INFINITY;
      }
      const answer = slot.sql.unsafe(text, parameters.map(withoutInferredType), queryOptions);
      const isInTransaction = lossesAtBegin !== undefined;
      return isInTransaction || READING.test(text) ? answer : settled(watch.autoCommit(answer));
    },
    release() {
      if (!returned) {
        returned = true;
        giveBack();
      }
    },
  };
}

const UNQUOTED: ReadonlySet<string> = new Set(["bigint", "boolean"]);

/**
 * postgres.js takes the type of an array to be that of its first element when that is a bigint, a
 * date or a boolean, and the server then refuses it; as texts the server names the type itself.
 */
function withoutInferredType<P>(parameter: P): P | (string | null)[] {
  if (!Array.isArray(parameter)) {
    return parameter;
  }
  const elements: unknown[] = parameter;
  if (!elements.some((element) => element instanceof Date || UNQUOTED.has(typeof element))) {
    return parameter;
  }
  return elements.map((element) => {
    if (element instanceof Date) {
      return element.toISOString();
    }
    return element === null ? element : String(element);
  });
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

/** A promise in the shape of a postgres.js query, for answers that no query stands behind. */
function settled(promise: Promise<Answer>): Promise<Answer> & { cancel: () => void } {
  return Object.assign(promise, { cancel: () => undefined });
}
