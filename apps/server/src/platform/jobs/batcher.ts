interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions {
  readonly maxItems: number;
  readonly maxInFlight: number;
}

/** Maximum number of event-loop turns that a batch waits, provided that each turn adds items. */
const GATHERING_TURNS = 30;

/**
 * Combines concurrent requests for single items into fewer runs over many items. There is no timer.
 * While a run is in progress, the next batch grows; if no run is in progress, an item that arrives
 * starts one immediately.
 *
 * `run` returns one result per item, in order. If it throws an error, every item in the batch is
 * rejected.
 */
export class Batcher<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #options: BatcherOptions;
  #waiting: Waiting<I, O>[] = [];
  #inFlight = 0;
  #scheduled = false;

  constructor(run: (items: readonly I[]) => Promise<readonly O[]>, options: BatcherOptions) {
    this.#run = run;
    this.#options = options;
  }

  submit(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  /**
   * Starts a run when a turn of the event loop adds no items, or after the maximum number of turns.
   */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) {
      return;
    }
    this.#scheduled = true;
    const gather = (before: number, turns: number) => {
      setImmediate(() => {
        const { length } = this.#waiting;
        if (length > before && length < this.#options.maxItems && turns > 1) {
          gather(length, turns - 1);
          return;
        }
        this.#scheduled = false;
        this.#start();
      });
    };
    gather(this.#waiting.length, GATHERING_TURNS);
  }

  #start(): void {
    const batch = this.#waiting.splice(0, this.#options.maxItems);
    if (batch.length === 0) {
      return;
    }
    this.#inFlight += 1;
    void this.#finish(batch).finally(() => {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) {
        this.#schedule();
      }
    });
    if (this.#waiting.length > 0) {
      this.#schedule();
    }
  }

  async #finish(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        const result = results[index];
        if (result === undefined) {
          waiting.reject(new Error("a batch gave fewer results than it had items"));
        } else {
          waiting.resolve(result);
        }
      });
    } catch (error) {
      for (const waiting of batch) {
        waiting.reject(error);
      }
    }
  }
}
