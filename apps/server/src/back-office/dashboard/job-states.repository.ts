import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { HOURLY_QUEUE } from "../../platform/jobs/hourly-work.ts";

/** The state of the jobs in one queue. */
export interface JobState {
  readonly queue: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
  readonly oldest_at: Date | null;
}

/** Counting the jobs in a queue stops at this number. */
const MOST = 10_000;

/**
 * Selects background work by queue. Waiting jobs and failed jobs are found with separate indexes,
 * so the many completed jobs are not read. The hourly run is listed only if the run itself fails,
 * since its tasks are recorded under their own names.
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
      and (queue.name <> ${HOURLY_QUEUE} or open.retrying > 0 or failed.count > 0)
    order by queue.name`.execute(tx);
  return rows;
}
