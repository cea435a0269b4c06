import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Limit } from "./rate-limit.ts";

/** The number of hits to count for one key in a bucket. */
export interface KeyedHits extends Pick<Limit, "bucket" | "windowSeconds"> {
  readonly keyHash: string;
  readonly times: number;
}

export interface CountedHits {
  readonly place: bigint;
  /** The number of hits in the window, including the new ones. */
  readonly hits: number;
  readonly startedAt: Date;
}

/** Counts hits for many keys in one statement. No key may occur twice in the same bucket. */
export async function countHits(
  db: Db,
  keyed: readonly KeyedHits[],
  now: Date,
): Promise<readonly CountedHits[]> {
  return db.sql<CountedHits[]>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    given as (
      select bucket, key_hash, period, times, place from relaxed, unnest(
        ${keyed.map(({ bucket }) => bucket)}::text[],
        ${keyed.map(({ keyHash }) => keyHash)}::text[],
        ${keyed.map(({ windowSeconds }) => windowSeconds)}::int[],
        ${keyed.map(({ times }) => times)}::int[]
      ) with ordinality as hit (bucket, key_hash, period, times, place)
    ),
    counted as (
      insert into rate_limit as limits (bucket, key_hash, started_at, ends_at, hits)
      select bucket, key_hash, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(secs => period), times
      from given order by bucket, key_hash
      on conflict (bucket, key_hash) do update set
        hits = excluded.hits
          + case when limits.ends_at <= excluded.started_at then 0 else limits.hits end,
        started_at = case when limits.ends_at <= excluded.started_at
          then excluded.started_at else limits.started_at end,
        ends_at = case when limits.ends_at <= excluded.started_at
          then excluded.ends_at else limits.ends_at end
      returning bucket, key_hash, hits, started_at
    )
    select place, hits, started_at as "startedAt"
    from counted join given using (bucket, key_hash)`;
}

/** Deletes windows that have ended. */
export async function forgetEndedLimits(db: Db, now: Date): Promise<void> {
  await sql`
    delete from rate_limit
    where ends_at < ${now}::timestamptz - interval '1 hour'`.execute(db.kysely);
}
