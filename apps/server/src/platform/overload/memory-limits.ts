const MAX_KEYS = 50_000;

/**
 * A coarse rate limit that applies only to this process. It is cheap enough to check on every
 * request, and its counts are lost on restart.
 */
export class MemoryLimit {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { startedMs: number; hits: number }>();

  constructor(max: number, windowSeconds: number) {
    this.#max = max;
    this.#windowMs = windowSeconds * 1_000;
  }

  /**
   * Counts one hit. Returns the number of seconds to wait if the hit exceeds the limit, and 0
   * otherwise.
   */
  take(key: string, nowMs: number): number {
    const count = this.#counts.get(key);
    if (count === undefined || nowMs - count.startedMs >= this.#windowMs) {
      this.#makeRoom(nowMs);
      this.#counts.set(key, { startedMs: nowMs, hits: 1 });
      return 0;
    }
    count.hits += 1;
    if (count.hits <= this.#max) {
      return 0;
    }
    return Math.max(1, Math.ceil((count.startedMs + this.#windowMs - nowMs) / 1_000));
  }

  #makeRoom(nowMs: number): void {
    if (this.#counts.size < MAX_KEYS) {
      return;
    }
    for (const [key, { startedMs }] of this.#counts) {
      if (nowMs - startedMs >= this.#windowMs) {
        this.#counts.delete(key);
      }
    }
    const oldest = this.#counts.keys().next().value;
    if (this.#counts.size >= MAX_KEYS && oldest !== undefined) {
      this.#counts.delete(oldest);
    }
  }
}
