import type { PostgresJSReservedSql, PostgresJSSql } from "kysely-postgres-js";
import type { CommitWatch } from "./commit-watch.ts";
import { ConnectionLostError, databaseErrorKind } from "./database-errors.ts";
import { openResilientSql, type ResilientSql, type SqlOptions } from "./resilient-sql.ts";

/**
 * Hands out connections one borrower at a time, for transactions.
 *
 * Each slot is a postgres.js client of exactly one connection. A reserved connection of a larger
 * client cannot be used here: when its socket dies between two statements postgres.js gives the
 * connection to another query while the first borrower still holds it, and two transactions mix.
 */
export function openConnectionPool(
  url: string,
  options: SqlOptions,
  size: number,
  watch: CommitWatch,
): PostgresJSSql {
  const idle: ResilientSql[] = [];
  const waiting: ((slot: ResilientSql) => void)[] = [];
  const slots: ResilientSql[] = [];
  for (let index = 0; index < size; index += 1) {
    const slot = openResilientSql(url, { ...options, max: 1 });
    slots.push(slot);
    idle.push(slot);
  }

  function giveBack(slot: ResilientSql): void {
    const next = waiting.shift();
    if (next === undefined) {
      idle.push(slot);
    } else {
      next(slot);
    }
  }

  return {
    options: { max: size },
    async reserve() {
      const slot =
        idle.pop() ?? (await new Promise<ResilientSql>((resolve) => waiting.push(resolve)));
      return borrow(slot, watch, () => giveBack(slot));
    },
    async end() {
      await Promise.all(slots.map((slot) => slot.end()));
    },
  };
}

function borrow(
  slot: ResilientSql,
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
      return slot.sql.unsafe(text, parameters.map(withoutInferredType), queryOptions);
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
