import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Numbers of open holds by age. Each bucket starts where the previous one ends. */
export interface OpenHolds {
  readonly hour: number;
  readonly day: number;
  readonly week: number;
  readonly month: number;
  readonly older: number;
  readonly oldestSeconds: number | null;
  /** Holds that have expired but are still open. */
  readonly overdue: number;
}

/** Maximum number of holds to count, starting with those that expire first. */
const MOST = 50_000;

/** Counts the open holds of payments and withdrawals by their age at `now`. */
export async function countOpenHolds(tx: Tx, now: Date): Promise<OpenHolds | undefined> {
  const { rows } = await sql<OpenHolds>`
    select (count(*) filter (where age <= 3600))::int as hour,
      (count(*) filter (where age > 3600 and age <= 86400))::int as day,
      (count(*) filter (where age > 86400 and age <= 7 * 86400))::int as week,
      (count(*) filter (where age > 7 * 86400 and age <= 31 * 86400))::int as month,
      (count(*) filter (where age > 31 * 86400))::int as older,
      max(age) as "oldestSeconds",
      (count(*) filter (where expires_at < ${now}))::int as overdue
    from (
      select expires_at, extract(epoch from ${now}::timestamptz - created_at)::float8 as age
      from ledger.hold where state = 'open' order by expires_at limit ${MOST}
    ) one`.execute(tx);
  return rows[0];
}
