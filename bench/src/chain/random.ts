/** Random choices that depend on a seed alone. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 up to, but not including, a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  isLess(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }
}
