import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import { type RawBuilder, sql } from "kysely";
import type { QueueReader } from "./queue-reader.ts";

/** The maximum number of background jobs to count. */
const MOST_JOBS = 10_000;

/** One row per waiting entry, with the time when it started waiting. */
type WaitingSince = RawBuilder<{ readonly since: Date }>;

/**
 * Creates a dashboard queue whose entries are counted by a query.
 *
 * @param waiting selects one row with a `since` column for each entry waiting at `now`; must be
 * bounded
 */
export function queueOf(queue: BoardQueue, waiting: (now: Date) => WaitingSince): QueueReader {
  return {
    queue,
    read: async (tx, now) => {
      const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
        select count(*)::int as count, min(one.since) as "oldestAt"
        from (${waiting(now)}) one`.execute(tx);
      return rows[0] ?? { count: 0, oldestAt: null };
    },
  };
}

/** Creates a dashboard queue for background work that people wait for, such as sending email. */
export function jobQueueReader(queue: BoardQueue, jobQueue: string): QueueReader {
  return queueOf(
    queue,
    () => sql`
      select created_on as since from jobs.job_common
      where name = ${jobQueue} and state < 'active' and not blocked limit ${MOST_JOBS}`,
  );
}
