import { createLedger } from "@tessera/ledger";
import type { Clock } from "../platform/clock.ts";
import type { AppContext } from "../platform/context.ts";

/** A clock that stands wherever it was put: the past, as the seed lives through it. */
export class SeedClock implements Clock {
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

/** The same context living at another time; its ledger dates ids by that time too. */
export function contextAt(context: AppContext, clock: SeedClock): AppContext {
  return { ...context, clock, ledger: createLedger({ db: context.db, clock }) };
}
