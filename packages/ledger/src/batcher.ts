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

/** Movements that went to the database together. */
interface Batch {
  readonly size: number;
  /** Set once it needs another try: it no longer blocks others from starting. */
  isTroubled: boolean;
}

const DEFAULT_DEADLINE_MS = 5_000;
const MAX_RACES = 20;
const FIRST_PAUSE_MS = 2;
const RECONNECT_PAUSE_MS = 50;
/** Most batches in trouble that do not count against the limit on batches in flight. */
const MAX_TROUBLED = 8;
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
  /** Batches in flight, without those in trouble. */
  #inFlight = 0;
  /** Movements in the batches in flight. */
  #running = 0;
  /** Batches that wait for another try or its response, and their movements. */
  #troubledBatches = 0;
  #troubled = 0;
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
    if (this.#waiting() + this.#troubled >= this.#options.maxQueued) {
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
    if (!this.#isDrained()) {
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

  #isDrained(): boolean {
    return this.#inFlight === 0 && this.#troubledBatches === 0 && this.#waiting() === 0;
  }

  #start(): void {
    while (this.#mayStart()) {
      const items: Item[] = [];
      const size = this.#batchSize();
      this.#take(this.#authorisations, items, size);
      this.#take(this.#normal, items, size);
      if (items.length === 0) {
        break;
      }
      const batch: Batch = { size: items.length, isTroubled: false };
      this.#inFlight += 1;
      this.#running += batch.size;
      void this.#run(items, batch).finally(() => {
        for (const { prepared } of items) {
          for (const name of namesOf(prepared)) {
            this.#busy.delete(name);
          }
        }
        this.#leave(batch);
        this.#start();
      });
    }
    if (this.#isDrained()) {
      this.#drained?.();
    }
  }

  #leave({ size, isTroubled }: Batch): void {
    if (isTroubled) {
      this.#troubledBatches -= 1;
      this.#troubled -= size;
    } else {
      this.#inFlight -= 1;
      this.#running -= size;
    }
  }

  /**
   * Makes room for others while a batch waits for a row lock, a connection or its second response:
   * others may not need what it waits for.
   */
  #makeRoom(batch: Batch): void {
    if (!batch.isTroubled && this.#troubledBatches < MAX_TROUBLED) {
      this.#leave(batch);
      batch.isTroubled = true;
      this.#troubledBatches += 1;
      this.#troubled += batch.size;
      this.#start();
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

  /** Sends movements of a batch until every one has an answer; never rejects. */
  async #run(items: readonly Item[], batch: Batch): Promise<void> {
    for (let races = 0; ; ) {
      try {
        const results = await this.#options.send(items.map(({ prepared }) => prepared));
        this.#answer(items, results);
        return;
      } catch (error) {
        switch (databaseErrorKind(error)) {
          case "lock_timeout":
            // Another transaction holds a row lock, perhaps for long; other rows must not wait.
            this.#makeRoom(batch);
            return this.#separate(items, error, batch);
          case "unique_violation":
          case "deadlock":
          case "serialization_failure":
            races += 1;
            if (races <= MAX_RACES) {
              await sleep(FIRST_PAUSE_MS * Math.min(races, 10) * (0.5 + Math.random()));
              continue;
            }
            return this.#halve(items, error, batch);
          case "unknown_outcome":
          case "connection_lost":
          case "server_unavailable":
            this.#makeRoom(batch);
            return this.#ask(items, error, batch);
          case "too_many_connections":
          case "out_of_resources":
          case "read_only":
            // None of them can be written now, not even alone.
            for (const item of items) {
              fail(item, error);
            }
            return;
          default:
            return this.#halve(items, error, batch);
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
  async #halve(items: readonly Item[], error: unknown, batch: Batch): Promise<void> {
    const [first] = items;
    if (items.length === 1 && first !== undefined) {
      fail(first, error);
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await this.#run(items.slice(0, middle), batch);
    await this.#run(items.slice(middle), batch);
  }

  /**
   * Retries both halves concurrently, until the movement that needs the locked row is alone; that
   * one is retried until its deadline.
   */
  async #separate(items: readonly Item[], error: unknown, batch: Batch): Promise<void> {
    const left = this.#stillInTime(items, error);
    if (left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      await Promise.all([
        this.#run(left.slice(0, middle), batch),
        this.#run(left.slice(middle), batch),
      ]);
    } else if (left.length === 1) {
      await this.#run(left, batch);
    }
  }

  /**
   * Nobody knows whether the batch was committed. Sending the same ids again asks exactly that:
   * what is there is answered as it stands, and what is not is decided now.
   */
  async #ask(items: readonly Item[], error: unknown, batch: Batch): Promise<void> {
    await sleep(RECONNECT_PAUSE_MS * (0.5 + Math.random()));
    for (const item of items) {
      item.doubt ??= error;
    }
    const left = this.#stillInTime(items, error);
    if (left.length > 0) {
      await this.#run(left, batch);
    }
  }

  /** Those with time left; the others are refused. */
  #stillInTime(items: readonly Item[], error: unknown): Item[] {
    const now = performance.now();
    const left: Item[] = [];
    for (const item of items) {
      if (item.deadline >= now && !this.#closed) {
        left.push(item);
      } else {
        fail(item, error);
      }
    }
    return left;
  }
}

/** Rejects a movement with an error; as an unknown outcome if an earlier response was lost. */
function fail(item: Item, error: unknown): void {
  item.reject(item.doubt === undefined ? error : new UnknownOutcomeError(item.doubt));
}

/** What must not stand twice in what is in flight. */
function namesOf({ movement }: PreparedMovement): readonly string[] {
  return movement.clientKey === null
    ? [movement.id]
    : [movement.id, `${movement.customerId} ${movement.clientKey}`];
}
