import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";

const CONNECT_TIMEOUT_S = 2;
const ANSWER_WITHIN_MS = 10_000;
const PAUSE_MS = 100;

/**
 * Does some work on a connection of its own. A connection that PostgreSQL loses while it is killed
 * may never answer, so the work is given up after some seconds, and a next attempt gets another
 * connection.
 *
 * @throws Error if PostgreSQL is down, or does not answer in time
 */
export async function onOwnConnection<T>(
  url: string,
  work: (sql: Sql) => Promise<T>,
  withinMs: number = ANSWER_WITHIN_MS,
): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: CONNECT_TIMEOUT_S,
    // It would be a query of its own, whose failure nobody awaits.
    fetch_types: false,
  });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no answer in time")), withinMs);
  try {
    return await Promise.race([work(sql), late.promise]);
  } finally {
    clearTimeout(timer);
    sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

/** Repeats work on connections of its own until it succeeds. */
export async function untilAnswered<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await onOwnConnection(url, work);
    } catch {
      await sleep(PAUSE_MS);
    }
  }
}
