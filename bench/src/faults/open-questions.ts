import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { onOwnConnection } from "./patient-sql.ts";

const SETTLE_WITHIN_MS = 300_000;
const WATCH_EVERY_MS = 200;

/** Counts unresolved holds by the rows that servers store for them. */
export function watchQuestions(url: string) {
  const seen = new Set<string>();
  let isLooking = false;
  const look = async () => {
    if (isLooking) {
      return;
    }
    isLooking = true;
    // The database is often down.
    const ids = await onOwnConnection(url, openQuestions).catch((): string[] => []);
    for (const id of ids) {
      seen.add(id);
    }
    isLooking = false;
  };
  const watching = setInterval(() => void look(), WATCH_EVERY_MS);
  return { count: () => seen.size, stop: () => clearInterval(watching) };
}

/**
 * Waits until no unresolved hold is stored and every dead server's work has been taken over.
 *
 * @throws Error if a hold stays unresolved
 */
export async function settle(url: string): Promise<void> {
  const end = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const left = await onOwnConnection(url, countUnsettled).catch(() => undefined);
    if (left?.questions === 0 && left.dead === 0) {
      return;
    }
    if (performance.now() > end) {
      throw new Error(`${left?.questions} questions and ${left?.dead} dead servers are left`);
    }
    await sleep(500);
  }
}

async function countUnsettled(sql: Sql) {
  const [row] = await sql<{ dead: number }[]>`
    select count(*)::int as dead from server_process
    where heartbeat_at < now() - interval '5 seconds'`;
  return { questions: (await openQuestions(sql)).length, dead: row?.dead };
}

async function openQuestions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select movement_id as id from open_hold_question`;
  return rows.map(({ id }) => id);
}
