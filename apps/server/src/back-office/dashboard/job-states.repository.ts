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

/** Jobs are counted only up to this number per queue and state. */
const MOST = 10_000;

/**
 * Selects background work by queue. Waiting jobs and failed jobs are found with separate indexes,
 * so the many completed jobs are not read. The hourly run is listed only if it fails as a whole,
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

/** The number of jobs in one queue and state. */
export interface JobCount {
  readonly queue: string;
  readonly state: "waiting" | "retrying" | "active" | "failed";
  readonly count: number;
  /**
   * For `waiting`, seconds since the oldest of these jobs became ready to run; null if there are
   * none, and for every other state.
   */
  readonly oldestSeconds: number | null;
}

/**
 * Counts the jobs of every queue by state. A job that is waiting to be retried counts as retrying.
 * Only jobs abandoned in the last 24 hours count as failed.
 */
export async function countJobs(tx: Tx): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select queue.name as queue, states.state,
      (case when states.state = 'failed' then failed.count else open.count end)::int as count,
      case when states.state = 'waiting' then open.oldest end as "oldestSeconds"
    from jobs.queue queue
    cross join (values ('waiting'), ('retrying'), ('active'), ('failed')) states (state)
    cross join lateral (
      select count(*) as count, extract(epoch from now() - min(start_after))::float8 as oldest
      from (
        select start_after from jobs.job_common
        where name = queue.name and state <= 'active' and not blocked
          and case states.state
            when 'active' then state = 'active'
            when 'retrying' then state = 'retry' and start_after > now()
            when 'waiting' then state < 'active' and start_after <= now()
            else false
          end
        limit ${MOST}
      ) one
    ) open
    cross join lateral (
      select count(*) as count from (
        select from jobs.job_common
        where name = queue.name and state = 'failed' and states.state = 'failed'
          and completed_on >= now() - interval '24 hours' limit ${MOST}
      ) one
    ) failed
    where queue.name not like '\\_\\_pgboss%'
    order by queue.name, states.state`.execute(tx);
  return rows;
}
