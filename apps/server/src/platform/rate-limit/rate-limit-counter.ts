import type { AppContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { Batcher } from "../jobs/batcher.ts";
import type { Limit } from "./rate-limit.ts";
import { countHits, type KeyedHits } from "./rate-limits.repository.ts";

export interface Hit extends Limit {
  /** Identifies who or what is counted. Stored only as a keyed hash. */
  readonly key: string;
}

/**
 * Rate limits that survive restarts and are shared by all servers. PostgreSQL counts the hits
 * exactly, in one statement for all waiting calls.
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

/** The result of one hit: the window's count including this hit, and the start of the window. */
interface CountedHit {
  readonly hits: number;
  readonly startedAt: Date;
}

const BATCH = { maxItems: 256, maxInFlight: 1 };

/**
 * Counts hits, several of which may share a key. Returns each hit's position in the count for its
 * key.
 */
async function countEach(
  context: Pick<AppContext, "db" | "clock">,
  batch: readonly KeyedHit[],
): Promise<CountedHit[]> {
  const placeOf = new Map<string, number>();
  const keyed: (KeyedHit & { times: number })[] = [];
  const turns = batch.map((hit) => {
    const name = `${hit.bucket} ${hit.keyHash}`;
    const place = placeOf.get(name) ?? keyed.push({ ...hit, times: 0 }) - 1;
    placeOf.set(name, place);
    const entry = keyed[place] ?? { times: 0 };
    entry.times += 1;
    return { place, turn: entry.times };
  });
  const counted = await countHits(context.db, keyed, context.clock.now());
  const byPlace = new Map(counted.map((one) => [Number(one.place) - 1, one]));
  return turns.map(({ place, turn }) => {
    const all = byPlace.get(place);
    if (all === undefined) {
      throw new Error("a hit was not counted");
    }
    const later = (keyed[place]?.times ?? 0) - turn;
    return { hits: all.hits - later, startedAt: all.startedAt };
  });
}

export function createRateLimits(
  context: Pick<AppContext, "config" | "db" | "clock" | "keys" | "log">,
): RateLimits {
  const { config, clock, keys, log } = context;
  const counter = new Batcher((batch: readonly KeyedHit[]) => countEach(context, batch), BATCH);

  async function count(hits: readonly Hit[]): Promise<readonly CountedHit[]> {
    const keyed = hits.map(({ bucket, key, windowSeconds }) => ({
      bucket,
      windowSeconds,
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
   * Counts each hit. Returns the seconds until its window ends, or 0 if the hit is within the
   * limit.
   */
  async function waitsOf(hits: readonly Hit[]): Promise<readonly number[]> {
    if (!config.rateLimits || hits.length === 0) {
      return hits.map(() => 0);
    }
    const counted = await count(hits);
    const now = clock.now();
    return counted.map(({ hits: used, startedAt }, index) => {
      const limit = hits[index];
      if (limit === undefined || used <= limit.max) {
        return 0;
      }
      const endsMs = startedAt.getTime() + limit.windowSeconds * 1_000;
      return Math.max(Math.ceil((endsMs - now.getTime()) / 1_000), 1);
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
