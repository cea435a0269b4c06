/** The product's source of "now". Nothing in a module reads the system time itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs ahead of the system clock by an offset that only grows (sandbox mode). */
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
}

/** A clock that stays where it is set: in the seed's past, or at the simulator's present. */
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
