/**
 * A random number generator that produces the same output for the same seed. For demo data, never
 * for secrets.
 */
export interface SeededRandom {
  /** Returns an integer from `min` to `max`, inclusive. */
  whole(min: number, max: number): number;
  /** Returns one of the values. */
  one<T>(values: readonly [T, ...T[]]): T;
  /** Returns true with a probability of one in `times`. */
  oneIn(times: number): boolean;
}

/** Creates a Mulberry32 generator: small, fast, and random enough for demo data. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    one: (values) => values[whole(0, values.length - 1)] ?? values[0],
    oneIn: (times) => whole(1, times) === 1,
  };
}
