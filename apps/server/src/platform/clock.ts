/** The product's source of the current time. Modules never read the system time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs ahead of the system clock by an offset that can only grow (sandbox mode). */
export class MovableClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  get offsetSeconds(): number {
    return Math.round(this.#offsetMs / 1000);
  }

  advance(seconds: number): void {
    if (seconds < 0) {
      throw new RangeError("The clock only moves forward");
    }
    this.#offsetMs += seconds * 1000;
  }

  /** Advances to an offset, unless the clock has already reached it. */
  reach(offsetSeconds: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetSeconds * 1000);
  }
}

/**
 * A clock that stays at the time it is set to: a past time for the demo data, or the simulator's
 * current time.
 */
export class StandingClock implements Clock {
  #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  moveTo(now: Date): void {
    this.#now = now;
  }
}
