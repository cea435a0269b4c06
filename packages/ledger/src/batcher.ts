import { setTimeout as sleep } from "node:timers/promises";
import { databaseErrorKind, UnknownOutcomeError } from "@tessera/database";
import { DeadlineError, LedgerBusyError, LedgerClosedError } from "./ledger-errors.ts";
import { type PreparedMovement, prepareMovement } from "./prepare-movement.ts";
import type { Movement, Result } from "./types.ts";

export interface SubmitOptions {
  /** Authorisations go before everything else; a card network waits for them. */
  readonly priority?: "authorisation" | "normal";
  /** Longest wait for a place in a batch, and for an answer that was lost; default 5,000. */
  readonly deadlineMs?: number;
}

export interface BatcherOptions {
  /** Sends one batch, in which no id and no client key stands twice, as one transaction. */
  readonly send: (batch: readonly PreparedMovement[]) => Promise<Result[]>;
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** Movements that may wait; one more is refused. */
  readonly maxQueued: number;
  /** Called after a batch that carried outbox events was committed. */
  readonly onEvents?: (() => void) | undefined;
}

interface Item {
  readonly prepared: PreparedMovement;
  readonly deadline: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Set once an answer was lost: from then on only the database knows. */
  doubt: unknown;
}

const DEFAULT_DEADLINE_MS = 5_000;
const MAX_RACES = 20;
const FIRST_PAUSE_MS = 2;
const RECONNECT_PAUSE_MS = 50;
/** A batch takes at most half of what waits, unless that is fewer than these. */
const SMALL_BATCH = 64;
/** Turns of the event loop that a batch waits at most while each brings more movements. */
const GATHERING_TURNS = 30;

/**
 * Gathers movements into batches without ever waiting for one to fill: a batch takes of what has
 * come while the former ones were committing, all where that is little and half where it is much.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #authorisations: Item[] = [];
  readonly #normal: Item[] = [];
  /** Ids and client keys that are in flight; their namesakes wait for the answer. */
  readonly #busy = new Set<string>();
  #inFlight = 0;
  /** Movements in the batches in flight. */
  #running = 0;
  #scheduled = false;
  #closed = false;
  #drained: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Queues a movement and answers what became of it. */
  submit(movement: Movement, options: SubmitOptions): Promise<Result> {
    if (this.#closed) {
      return Promise.reject(new LedgerClosedError());
    }
    if (this.#waiting() >= this.#options.maxQueued) {
      return Promise.reject(new LedgerBusyError());
    }
    return new Promise((resolve, reject) => {
      const item: Item = {
        prepared: prepareMovement(movement),
        deadline: performance.now() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS),
        resolve,
        reject,
        doubt: undefined,
      };
      (options.priority === "authorisation" ? this.#authorisations : this.#normal).push(item);
      this.#schedule();
    });
  }

  /** Takes nothing new and waits until everything taken has its answer. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inFlight > 0 || this.#waiting() > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
  }

  /**
   * Starts once the requests that arrive together have been read, not after a delay. It looks at
   * the end of the turn of the event loop: one that is alone by then starts, and what comes in a
   * later turn is the next batch's. Only while each look finds more than the one before does it
   * look again, in {@link GATHERING_TURNS} turns at most and until {@link SMALL_BATCH} wait. A few
   * in front of many would make all of them wait for their commit, and cost nearly as much.
   */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) {
      return;
    }
    this.#scheduled = true;
    const gather = (before: number, turns: number) => {
      setImmediate(() => {
        const waiting = this.#waiting();
        if (waiting > before && waiting < SMALL_BATCH && turns > 1) {
          gather(waiting, turns - 1);
          return;
        }
        this.#scheduled = false;
        this.#start();
      });
    };
    gather(this.#waiting(), GATHERING_TURNS);
  }

  #waiting(): number {
    return this.#authorisations.length + this.#normal.length;
  }

  #start(): void {
    while (this.#mayStart()) {
      const batch: Item[] = [];
      const size = this.#batchSize();
      this.#take(this.#authorisations, batch, size);
      this.#take(this.#normal, batch, size);
      if (batch.length === 0) {
        break;
      }
      this.#inFlight += 1;
      this.#running += batch.length;
      void this.#run(batch).finally(() => {
        for (const { prepared } of batch) {
          for (const name of namesOf(prepared)) {
            this.#busy.delete(name);
          }
        }
        this.#inFlight -= 1;
        this.#running -= batch.length;
        this.#start();
      });
    }
    if (this.#inFlight === 0 && this.#waiting() === 0) {
      this.#drained?.();
    }
  }

  /**
   * A batch beside a running one must be worth it, because what a batch costs is mostly the same
   * however small it is: it starts when as many wait as run.
   */
  #mayStart(): boolean {
    const { maxInFlight } = this.#options;
    const inFlight = this.#inFlight;
    return inFlight === 0 || (inFlight < maxInFlight && this.#waiting() >= this.#running);
  }

  /**
   * Callers who were answered together come back together. Were all of many taken at once, the
   * database would rest while they are answered, and they while it works; halves take turns. Few
   * go together: what a batch costs before its first movement is as much as ten more movements.
   */
  #batchSize(): number {
    return Math.min(this.#options.maxBatch, Math.max(SMALL_BATCH, Math.ceil(this.#waiting() / 2)));
  }

  #take(queue: Item[], batch: Item[], size: number): void {
    const now = performance.now();
    const waiting: Item[] = [];
    let taken = 0;
    for (const item of queue) {
      if (batch.length >= size) {
        break;
      }
      taken += 1;
      if (item.deadline < now) {
        item.reject(new DeadlineError());
        continue;
      }
      const names = namesOf(item.prepared);
      if (names.some((name) => this.#busy.has(name))) {
        waiting.push(item);
        continue;
      }
      for (const name of names) {
        this.#busy.add(name);
      }
      batch.push(item);
    }
    queue.splice(0, taken, ...waiting);
  }

  /** Sends a batch until every item has an answer; never rejects. */
  async #run(batch: readonly Item[]): Promise<void> {
    for (let races = 0; ; ) {
      try {
        const results = await this.#options.send(batch.map(({ prepared }) => prepared));
        this.#answer(batch, results);
        return;
      } catch (error) {
        switch (databaseErrorKind(error)) {
          case "unique_violation":
          case "deadlock":
          case "serialization_failure":
          case "lock_timeout":
            races += 1;
            if (races <= MAX_RACES) {
              await sleep(FIRST_PAUSE_MS * Math.min(races, 10) * (0.5 + Math.random()));
              continue;
            }
            return this.#halve(batch, error);
          case "unknown_outcome":
          case "connection_lost":
          case "server_unavailable":
            return this.#ask(batch, error);
          default:
            return this.#halve(batch, error);
        }
      }
    }
  }

  #answer(batch: readonly Item[], results: readonly Result[]): void {
    let hasEvents = false;
    batch.forEach((item, index) => {
      const result = results[index];
      if (result === undefined) {
        item.reject(new Error("the database answered fewer movements than it was given"));
        return;
      }
      hasEvents ||= item.prepared.events.length > 0 && result.outcome === "posted";
      item.resolve(result);
    });
    if (hasEvents) {
      this.#options.onEvents?.();
    }
  }

  /** One movement that the database cannot take must not fail those that came with it. */
  async #halve(batch: readonly Item[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      batch[0]?.reject(error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#run(batch.slice(0, middle));
    await this.#run(batch.slice(middle));
  }

  /**
   * Nobody knows whether the batch was committed. Sending the same ids again asks exactly that:
   * what is there is answered as it stands, and what is not is decided now.
   */
  async #ask(batch: readonly Item[], error: unknown): Promise<void> {
    await sleep(RECONNECT_PAUSE_MS * (0.5 + Math.random()));
    const now = performance.now();
    const left: Item[] = [];
    for (const item of batch) {
      item.doubt ??= error;
      if (item.deadline < now || this.#closed) {
        item.reject(new UnknownOutcomeError(item.doubt));
      } else {
        left.push(item);
      }
    }
    if (left.length > 0) {
      await this.#run(left);
    }
  }
}

/** What must not stand twice in what is in flight. */
function namesOf({ movement }: PreparedMovement): readonly string[] {
  return movement.clientKey === null
    ? [movement.id]
    : [movement.id, `${movement.customerId} ${movement.clientKey}`];
}
