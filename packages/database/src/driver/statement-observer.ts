import type { LogEvent } from "kysely";
import type { Sql } from "./resilient-sql.ts";

/** A statement with its response. */
export interface ExecutedStatement {
  /** The text in the source, with placeholders; never a parameter. */
  readonly text: string;
  /** From sending to the response, including the wait for the connection's earlier statements. */
  readonly durationMs: number;
  /** Absent if the statement succeeded. */
  readonly error?: unknown;
}

/** Receives each statement in the asynchronous context of the code that sent it. */
export type StatementObserver = (statement: ExecutedStatement) => void;

/** Adapts an observer to Kysely's log. */
export function kyselyLog(observe: StatementObserver): (event: LogEvent) => void {
  return (event) =>
    observe({
      text: event.query.sql,
      durationMs: event.queryDurationMillis,
      ...(event.level === "error" && { error: event.error }),
    });
}

/** The internals of a postgres.js query used here: `handle` sends it at the first await. */
interface LazyQuery extends Promise<unknown> {
  readonly strings: readonly string[];
  readonly executed: boolean;
  handle(): unknown;
}

function isQuery(value: unknown): value is LazyQuery {
  return value instanceof Promise && "handle" in value && "strings" in value;
}

/**
 * Reports a query when its response has arrived. It hooks into sending, because a query that is a
 * fragment of another one is created and never sent.
 */
function observed<T>(query: T, observe: StatementObserver): T {
  if (!isQuery(query)) {
    return query;
  }
  const send = query.handle;
  query.handle = function handle(this: LazyQuery) {
    if (!this.executed) {
      const startedAt = performance.now();
      const report = (failed: { readonly error?: unknown }) =>
        observe({
          text: this.strings.join("$"),
          durationMs: performance.now() - startedAt,
          ...failed,
        });
      // The prototype's `then`, because the query's own would send it again.
      Promise.prototype.then.call(
        this,
        () => report({}),
        (error: unknown) => report({ error }),
      );
    }
    return send.call(this);
  };
  return query;
}

/** Wraps a postgres.js handle so that each of its statements is reported. */
export function observeStatements(sql: Sql, observe: StatementObserver): Sql {
  return new Proxy(sql, {
    apply: (target, _self, args) => observed(Reflect.apply(target, undefined, args), observe),
    get(target, property) {
      const value = Reflect.get(target, property);
      return property === "unsafe"
        ? (...args: unknown[]) => observed(Reflect.apply(value, target, args), observe)
        : value;
    },
  });
}
