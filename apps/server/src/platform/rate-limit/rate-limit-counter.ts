import type { AppContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { Batcher } from "../jobs/batcher.ts";
import type { Limit, LimitWindow } from "./rate-limit.ts";
import { countHits, type KeyedHits } from "./rate-limits.repository.ts";

export interface Hit extends Limit {
  /** Identifies who or what is counted. Stored only as a keyed hash. */
  readonly key: string;
}

/**
 * Rate limits that survive restarts and are shared by all servers. PostgreSQL counts the hits
 * exactly, in one statement and one row per key for all waiting calls.
 */
export interface RateLimits {
  /**
   * Counts one hit in every bucket.
   *
   * @throws Refusal `rate_limited` if any limit is exceeded; `overloaded` if counting fails
   */
  take(hits: readonly Hit[]): Promise<void>;
  /**
   * Counts one hit toward a limit shared by many callers, and one toward the caller's own share.
   * Rejects the call only if both are exceeded, so that no caller can use up what is left for the
   * others.
   *
   * @throws Refusal the same as for {@link take}
   */
  takeShared(shared: Hit, share: Hit): Promise<void>;
}

type KeyedHit = Omit<KeyedHits, "times">;

/** A window's count including one hit, and the end of the window. */
interface CountedWindow {
  readonly hits: number;
  readonly endsAt: Date;
}

/** The result of one hit. */
interface CountedHit extends CountedWindow {
  readonly burst: CountedWindow | undefined;
}

const BATCH = { maxItems: 256, maxInFlight: 1 };

/**
 * Counts hits, several of which may share a key. Returns each hit's position in the counts for its
 * key.
 */
async function countEach(
  context: Pick<AppContext, "db" | "clock">,
  batch: readonly KeyedHit[],
): Promise<CountedHit[]> {
  const keyed = new Map<string, KeyedHit & { times: number }>();
  const turns = batch.map((hit) => {
    // The hash of a key depends on its bucket, so the same key in another bucket has another one.
    const entry = keyed.get(hit.keyHash) ?? { ...hit, times: 0 };
    keyed.set(hit.keyHash, entry);
    entry.times += 1;
    return { entry, turn: entry.times };
  });
  const counted = await countHits(context.db, [...keyed.values()], context.clock.now());
  const byHash = new Map(counted.map((one) => [one.keyHash, one]));
  return turns.map(({ entry, turn }) => {
    const all = byHash.get(entry.keyHash);
    if (all === undefined) {
      throw new Error("a hit was not counted");
    }
    const later = entry.times - turn;
    const { hits, endsAt, burstHits, burstEndsAt } = all;
    return {
      hits: hits - later,
      endsAt,
      burst:
        burstHits === null || burstEndsAt === null
          ? undefined
          : { hits: burstHits - later, endsAt: burstEndsAt },
    };
  });
}

/** Returns the seconds until a window ends, or 0 if its count is within the limit. */
function waitOf(limit: LimitWindow | undefined, counted: CountedWindow | undefined, now: Date) {
  if (limit === undefined || counted === undefined || counted.hits <= limit.max) {
    return 0;
  }
  return Math.max(Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1_000), 1);
}

export function createRateLimits(
  context: Pick<AppContext, "config" | "db" | "clock" | "keys" | "log">,
): RateLimits {
  const { config, clock, keys, log } = context;
  const counter = new Batcher((batch: readonly KeyedHit[]) => countEach(context, batch), BATCH);

  async function count(hits: readonly Hit[]): Promise<readonly CountedHit[]> {
    const keyed = hits.map(({ bucket, key, windowSeconds, burst }) => ({
      bucket,
      windowSeconds,
      burstSeconds: burst?.windowSeconds,
      keyHash: keys.hmac("rate-limit", `${bucket}\n${key}`).toString("base64url"),
    }));
    try {
      return await Promise.all(keyed.map((hit) => counter.submit(hit)));
    } catch (error) {
      log.error({ err: error }, "limits could not be counted; refusing");
      throw new Refusal("overloaded", { retryAfterSeconds: 5, cause: error });
    }
  }

  /**
   * Counts each hit. Returns the seconds until its windows that are exceeded end, or 0 if there are
   * none.
   */
  async function waitsOf(hits: readonly Hit[]): Promise<readonly number[]> {
    if (!config.rateLimits || hits.length === 0) {
      return hits.map(() => 0);
    }
    const counted = await count(hits);
    const now = clock.now();
    return counted.map(({ burst, ...window }, index) => {
      const limit = hits[index];
      return Math.max(waitOf(limit, window, now), waitOf(limit?.burst, burst, now));
    });
  }

  function refuseAfter(retryAfterSeconds: number): void {
    if (retryAfterSeconds > 0) {
      throw new Refusal("rate_limited", { retryAfterSeconds });
    }
  }

  return {
    async take(hits) {
      refuseAfter(Math.max(0, ...(await waitsOf(hits))));
    },
    async takeShared(shared, share) {
      refuseAfter(Math.min(...(await waitsOf([shared, share]))));
    },
  };
}
