import { sql } from "kysely";
import type { Db } from "../database/db.ts";

/** The number of hits to count for one key in a bucket. */
export interface KeyedHits {
  readonly bucket: string;
  /** The keyed hash of the key and the bucket. */
  readonly keyHash: string;
  readonly windowSeconds: number;
  /** Undefined if the bucket has one window. */
  readonly burstSeconds: number | undefined;
  readonly times: number;
}

/** The hits of a key in its current windows, including the new ones, and the ends of these. */
export interface CountedHits {
  readonly keyHash: string;
  readonly hits: number;
  readonly endsAt: Date;
  readonly burstHits: number | null;
  readonly burstEndsAt: Date | null;
}

/**
 * Counts hits for many keys in one statement, and returns the counts in any order. No key may occur
 * twice in the same bucket.
 */
export async function countHits(
  db: Db,
  keyed: readonly KeyedHits[],
  now: Date,
): Promise<readonly CountedHits[]> {
  // Returns the keys instead of joining the counts with what was given: statements on this
  // connection are planned without hash joins, and a nested loop over both took half of the time.
  return db.sql<CountedHits[]>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit as limits
      (bucket, key_hash, started_at, ends_at, hits, burst_ends_at, burst_hits)
    select bucket, key_hash, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(secs => period), times,
      ${now}::timestamptz + make_interval(secs => burst_period),
      case when burst_period is not null then times end
    from relaxed, unnest(
      ${keyed.map(({ bucket }) => bucket)}::text[],
      ${keyed.map(({ keyHash }) => keyHash)}::text[],
      ${keyed.map(({ windowSeconds }) => windowSeconds)}::int[],
      ${keyed.map(({ burstSeconds }) => burstSeconds ?? null)}::int[],
      ${keyed.map(({ times }) => times)}::int[]
    ) as hit (bucket, key_hash, period, burst_period, times)
    order by bucket, key_hash
    on conflict (bucket, key_hash) do update set
      hits = excluded.hits
        + case when limits.ends_at <= excluded.started_at then 0 else limits.hits end,
      started_at = case when limits.ends_at <= excluded.started_at
        then excluded.started_at else limits.started_at end,
      ends_at = case when limits.ends_at <= excluded.started_at
        then excluded.ends_at else limits.ends_at end,
      burst_hits = excluded.burst_hits
        + case when limits.burst_ends_at > excluded.started_at then limits.burst_hits else 0 end,
      burst_ends_at = case when limits.burst_ends_at > excluded.started_at
        then limits.burst_ends_at else excluded.burst_ends_at end
    returning key_hash as "keyHash", hits, ends_at as "endsAt", burst_hits as "burstHits",
      burst_ends_at as "burstEndsAt"`;
}

/** Deletes windows that have ended. */
export async function forgetEndedLimits(db: Db, now: Date): Promise<void> {
  await sql`
    delete from rate_limit
    where ends_at < ${now}::timestamptz - interval '1 hour'`.execute(db.kysely);
}
