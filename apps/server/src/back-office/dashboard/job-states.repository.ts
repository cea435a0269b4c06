import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { QueueReader } from "../../platform/jobs/queue-reader.ts";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** How the work of one queue stands. */
export interface JobState {
  readonly queue: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
  readonly oldest_at: Date | null;
}

/** More than this many of one queue are not told apart. */
const MOST = 10_000;

/**
 * Work in the background by queue. What waits and what failed is found by an index of its own for
 * each, so the many that were done are not read.
 */
export async function selectJobStates(tx: Tx, since: Date): Promise<JobState[]> {
  const { rows } = await sql<JobState>`
    select queue.name as queue, open.waiting, open.retrying, failed.count as failed, open.oldest_at
    from jobs.queue queue
    cross join lateral (
      select (count(*) filter (where start_after <= now()))::int as waiting,
        (count(*) filter (where state = 'retry'))::int as retrying,
        min(created_on) filter (where start_after <= now()) as oldest_at
      from (
        select state, start_after, created_on from jobs.job_common
        where name = queue.name and state < 'active' and not blocked limit ${MOST}
      ) one
    ) open
    cross join lateral (
      select count(*)::int as count from (
        select from jobs.job_common
        where name = queue.name and state = 'failed' and completed_on >= ${since} limit ${MOST}
      ) one
    ) failed
    where queue.name not like '\\_\\_pgboss%'
    order by queue.name`.execute(tx);
  return rows;
}

/** A queue of the background work that somebody waits for, such as mail. */
export function jobQueueReader(queue: BoardQueue, jobQueue: string): QueueReader {
  return queueOf(
    queue,
    () => sql`
      select created_on as since from jobs.job_common
      where name = ${jobQueue} and state < 'active' and not blocked limit ${MOST}`,
  );
}
