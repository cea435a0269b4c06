import type { LogEvent } from "kysely";
import type { Sql } from "./resilient-sql.ts";

/** A statement that has received its response. */
export interface ExecutedStatement {
  /** The statement's source text with placeholders; never contains a parameter's value. */
  readonly text: string;
  /**
   * Milliseconds from sending the statement to receiving its response, including the wait for
   * earlier statements on the connection.
   */
  readonly durationMs: number;
  /** Absent if the statement succeeded. */
  readonly error?: unknown;
}

/** Receives each statement in the asynchronous context of the code that sent it. */
export type StatementObserver = (statement: ExecutedStatement) => void;

/** Adapts a statement observer to Kysely's log. */
export function kyselyLog(observe: StatementObserver): (event: LogEvent) => void {
  return (event) =>
    observe({
      text: event.query.sql,
      durationMs: event.queryDurationMillis,
      ...(event.level === "error" && { error: event.error }),
    });
}

/** Internals of a postgres.js query that this module uses: `handle` sends it at the first await. */
interface LazyQuery extends Promise<unknown> {
  readonly strings: readonly string[];
  readonly executed: boolean;
  handle(): unknown;
}

function isQuery(value: unknown): value is LazyQuery {
  return value instanceof Promise && "handle" in value && "strings" in value;
}

/**
 * Reports a query once its response has arrived. Hooks into the point where a query is sent,
 * because a query used as a fragment of another query is created but never sent.
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
      // Uses the prototype's `then`, because the query's own `then` would send it again.
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
