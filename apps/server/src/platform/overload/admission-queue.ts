/** The urgency of a call. Calls that move money go first and can wait longest. */
export type Urgency = "read" | "write" | "money";

export interface AdmissionLimits {
  /** Maximum number of concurrent calls. */
  readonly maxUnderWay: number;
  /**
   * Maximum number of concurrent calls that move money, which leaves slots for other calls while
   * payments wait for one another.
   */
  readonly maxMoneyUnderWay: number;
  /** Maximum time, in milliseconds, that a call waits for a slot, by urgency. */
  readonly maxWaitMs: Readonly<Record<Urgency, number>>;
}

interface Waiting {
  readonly expiresAtMs: number;
  readonly admit: (isAdmitted: boolean) => void;
}

const MOST_URGENT_FIRST: readonly Urgency[] = ["money", "write", "read"];
const SWEEP_INTERVAL_MS = 50;

/**
 * Limits the number of concurrent calls and queues the rest, most urgent first and, for the same
 * urgency, in order of arrival. A call that has waited too long is shed, since a quick rejection is
 * better than a response that arrives after the client has given up.
 */
export class AdmissionQueue {
  readonly #limits: AdmissionLimits;
  readonly #waiting: Readonly<Record<Urgency, Waiting[]>> = { money: [], write: [], read: [] };
  readonly #underWay: Record<Urgency, number> = { money: 0, write: 0, read: 0 };
  #sweeping: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Returns whether a call is admitted, either immediately or after a wait. Once an admitted call
   * has ended, `leave` must be called.
   */
  enter(urgency: Urgency): boolean | Promise<boolean> {
    if (this.#hasRoom(urgency)) {
      this.#underWay[urgency] += 1;
      return true;
    }
    const maxWaitMs = this.#limits.maxWaitMs[urgency];
    return new Promise((admit) => {
      this.#waiting[urgency].push({ expiresAtMs: performance.now() + maxWaitMs, admit });
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref();
    });
  }

  /** Passes an admitted call's slot to the next waiting call. */
  leave(urgency: Urgency): void {
    this.#underWay[urgency] -= 1;
    const now = performance.now();
    for (const next of MOST_URGENT_FIRST) {
      this.#shedLate(next, now);
      const waiting = this.#hasRoom(next) ? this.#waiting[next].shift() : undefined;
      if (waiting !== undefined) {
        this.#underWay[next] += 1;
        waiting.admit(true);
        return;
      }
    }
  }

  #hasRoom(urgency: Urgency): boolean {
    const { money, write, read } = this.#underWay;
    const { maxUnderWay, maxMoneyUnderWay } = this.#limits;
    return money + write + read < maxUnderWay && (urgency !== "money" || money < maxMoneyUnderWay);
  }

  /**
   * Sheds calls that have waited too long. They are at the front of the queue, because calls wait
   * in order of arrival.
   */
  #shedLate(urgency: Urgency, now: number): void {
    const queue = this.#waiting[urgency];
    const firstInTime = queue.findIndex(({ expiresAtMs }) => expiresAtMs > now);
    const late = queue.splice(0, firstInTime === -1 ? queue.length : firstInTime);
    for (const { admit } of late) {
      admit(false);
    }
  }

  #sweep(): void {
    const now = performance.now();
    for (const urgency of MOST_URGENT_FIRST) {
      this.#shedLate(urgency, now);
    }
    if (MOST_URGENT_FIRST.every((urgency) => this.#waiting[urgency].length === 0)) {
      clearInterval(this.#sweeping);
      this.#sweeping = undefined;
    }
  }
}
