import { AsyncLocalStorage } from "node:async_hooks";
import { type KyselyPlugin, RawNode } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import { type Cut, type LosingContext, losingAnswers } from "./lost-answers.fixtures.ts";

/** A gate at which a test stops a step. Records whether the step has reached it. */
export interface Gate {
  readonly reached: Promise<void>;
  readonly open: () => void;
  /** Called by the step. Waits until the gate is opened. */
  readonly pass: () => Promise<void>;
}

export function createGate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}

/** The gates of one call. */
export interface Stops {
  /**
   * Stops before the second transaction, when the payment has been decided but not yet answered.
   */
  readonly beforeAnswer?: Pick<Gate, "pass">;
  /**
   * Stops between reading the ledger and storing the response, while the payment's name is locked.
   */
  readonly beforeStoring?: Pick<Gate, "pass">;
  /** Stops before a transaction moves money, when it already holds all of its other locks. */
  readonly beforePosting?: Pick<Gate, "pass">;
}

const stops = new AsyncLocalStorage<Stops & { transactions: number }>();

/** Runs a call that stops at the gates. Works only on servers created by `stoppableServer`. */
export function stoppedAt<T>(gates: Stops, call: () => Promise<T>): Promise<T> {
  return stops.run({ ...gates, transactions: 0 }, call);
}

/** Creates a server that uses the test database, loses responses, and can be stopped at gates. */
export function stoppableServer(context: AppContext, cuts: readonly Cut[]): LosingContext {
  const losing = losingAnswers(context, cuts);
  const { db, ledger } = losing;
  const kysely = new Proxy(db.urgent.kysely, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (property !== "transaction") {
        return typeof value === "function" ? value.bind(target) : value;
      }
      return () => stoppable(target.transaction());
    },
  });
  const post: typeof ledger.post = async (tx, movements) => {
    await stops.getStore()?.beforePosting?.pass();
    return ledger.post(tx, movements);
  };
  return { ...losing, db: { ...db, urgent: { kysely } }, ledger: { ...ledger, post } };
}

type Builder = ReturnType<AppContext["db"]["kysely"]["transaction"]>;

function stoppable(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, property) {
      if (property === "setIsolationLevel") {
        return (level: Parameters<Builder["setIsolationLevel"]>[0]) =>
          stoppable(target.setIsolationLevel(level));
      }
      if (property === "execute") {
        return async (work: Parameters<Builder["execute"]>[0]) => {
          const mine = stops.getStore();
          if (mine !== undefined && ++mine.transactions === 2) {
            await mine.beforeAnswer?.pass();
          }
          return target.execute((tx) => work(tx.withPlugin(STOPPING)));
        };
      }
      return Reflect.get(target, property, target);
    },
  });
}

/** Only the query that precedes a response has this column. */
const READS_TO_ANSWER = "isReversalWaiting";

const reading = new WeakSet<object>();

const STOPPING: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (RawNode.is(node) && node.sqlFragments.some((part) => part.includes(READS_TO_ANSWER))) {
      reading.add(queryId);
    }
    return node;
  },
  async transformResult({ result, queryId }) {
    if (reading.has(queryId)) {
      await stops.getStore()?.beforeStoring?.pass();
    }
    return result;
  },
};
