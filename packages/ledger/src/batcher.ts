import { setTimeout as sleep } from "node:timers/promises";
import { databaseErrorKind, UnknownOutcomeError } from "@tessera/database";
import { DeadlineError, LedgerBusyError, LedgerClosedError } from "./ledger-errors.ts";
import { type PreparedMovement, prepareMovement } from "./prepare-movement.ts";
import type { Movement, Result } from "./types.ts";

export interface SubmitOptions {
  /** Authorizations go first, because a card network is waiting. */
  readonly priority?: "authorization" | "normal";
  /** Longest wait for a place in a batch, and for a lost response; default 5,000. */
  readonly deadlineMs?: number;
}

export interface BatcherOptions {
  /** Sends a batch, in which each id and client key is unique, as one transaction. */
  readonly send: (batch: readonly PreparedMovement[]) => Promise<Result[]>;
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** Limit of queued movements; one more is refused. */
  readonly maxQueued: number;
  /** Called after a batch with outbox events has committed. */
  readonly onEvents?: (() => void) | undefined;
}

interface Item {
  readonly prepared: PreparedMovement;
  readonly deadline: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Set once a response was lost: only the database knows the outcome. */
  doubt: unknown;
}

/** Movements sent to the database together. */
interface Batch {
  readonly size: number;
  /** Set once it is retried: it no longer keeps others from starting. */
  isTroubled: boolean;
}

const DEFAULT_DEADLINE_MS = 5_000;
const MAX_RACES = 20;
const FIRST_PAUSE_MS = 2;
const RECONNECT_PAUSE_MS = 50;
/** Most retried batches that do not count against the limit of batches in flight. */
const MAX_TROUBLED = 8;
/** A batch takes at most half of the queue, unless the queue is shorter than this. */
const SMALL_BATCH = 64;
/** Most turns of the event loop that a batch waits while each brings more movements. */
const GATHERING_TURNS = 30;

/**
 * Collects movements into batches without waiting for one to fill. A batch takes movements that
 * arrived while earlier ones were committing: all of a short queue, half of a long one.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #authorizations: Item[] = [];
  readonly #normal: Item[] = [];
  /** Ids and client keys in flight. Another movement with one of them waits for the response. */
  readonly #busy = new Set<string>();
  /** Batches in flight, except retried ones. */
  #inFlight = 0;
  /** Movements of the batches in flight. */
  #running = 0;
  /** Batches that are retried or wait for a second response, and their movements. */
  #troubledBatches = 0;
  #troubled = 0;
  #scheduled = false;
  #closed = false;
  #drained: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Queues a movement and returns its result. */
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
      (options.priority === "authorization" ? this.#authorizations : this.#normal).push(item);
      this.#schedule();
    });
  }

  /** Accepts no more movements and waits until every accepted one has its result. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#isDrained()) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
  }

  /**
   * Starts a batch once the requests that arrive together have been read, without a fixed delay. It
   * checks at the end of a turn of the event loop: a single movement starts then, and movements of
   * a later turn go into the next batch. It checks again only while each turn finds more than the
   * last, for at most {@link GATHERING_TURNS} turns and until {@link SMALL_BATCH} are queued.
   * Otherwise a few early movements would make all the others wait for their commit, which costs
   * nearly as much.
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
    return this.#authorizations.length + this.#normal.length;
  }

  #isDrained(): boolean {
    return this.#inFlight === 0 && this.#troubledBatches === 0 && this.#waiting() === 0;
  }

  #start(): void {
    while (this.#mayStart()) {
      const items: Item[] = [];
      const size = this.#batchSize();
      this.#take(this.#authorizations, items, size);
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
   * Lets other batches start while this one waits for a row lock, a connection or a second
   * response. They may not need what it waits for.
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
   * Returns whether another batch may start. A batch costs about the same however small it is, so
   * one starts next to a running one only if at least as many movements are queued as are running.
   */
  #mayStart(): boolean {
    const { maxInFlight } = this.#options;
    const inFlight = this.#inFlight;
    return inFlight === 0 || (inFlight < maxInFlight && this.#waiting() >= this.#running);
  }

  /**
   * Returns the size of the next batch. Callers that are answered together return together: if a
   * batch took them all, database and callers would wait for each other, so a batch takes half of a
   * long queue. A short queue is taken whole, because a batch costs as much before its first
   * movement as ten more movements do.
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

  /** Sends the movements of a batch until each has a result. Never rejects. */
  async #run(items: readonly Item[], batch: Batch): Promise<void> {
    for (let races = 0; ; ) {
      try {
        const results = await this.#options.send(items.map(({ prepared }) => prepared));
        this.#answer(items, results);
        return;
      } catch (error) {
        switch (databaseErrorKind(error)) {
          case "lock_timeout":
            // Another transaction holds a row lock, perhaps for long. Other rows must not wait for
            // it.
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
            // None of them can be written now, not even one by one.
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
        item.reject(new Error("the database returned fewer results than it received movements"));
        return;
      }
      hasEvents ||= item.prepared.events.length > 0 && result.outcome === "posted";
      item.resolve(result);
    });
    if (hasEvents) {
      this.#options.onEvents?.();
    }
  }

  /** Retries a batch in which one movement failed in a way that must not fail the others. */
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
   * Retries both halves concurrently, until the movement that needs the locked row is alone. That
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
   * Resends a batch with an unknown outcome. The same ids find out: movements that committed return
   * their result, the others are decided now.
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

  /** Returns the movements with time left, and refuses the others. */
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

/** Rejects a movement, with an unknown outcome if an earlier response was lost. */
function fail(item: Item, error: unknown): void {
  item.reject(item.doubt === undefined ? error : new UnknownOutcomeError(item.doubt));
}

/** Returns what must be unique in the batches in flight. */
function namesOf({ movement }: PreparedMovement): readonly string[] {
  return movement.clientKey === null
    ? [movement.id]
    : [movement.id, `${movement.customerId} ${movement.clientKey}`];
}
