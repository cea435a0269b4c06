import { setTimeout as sleep } from "node:timers/promises";
import { databaseErrorKind, UnknownOutcomeError } from "@tessera/database";
import { DeadlineError, LedgerBusyError, LedgerClosedError } from "./ledger-errors.ts";
import { type PreparedMovement, prepareMovement } from "./prepare-movement.ts";
import type { Priority, QueueObserver } from "./queue-observer.ts";
import type { Movement, Result } from "./types.ts";

export interface SubmitOptions {
  readonly priority?: Priority;
  /**
   * Maximum wait in milliseconds, for a place in a batch and for a lost response; default 5,000.
   */
  readonly deadlineMs?: number;
}

export interface BatcherOptions {
  /** Sends a batch as one transaction. Ids and client keys are unique within a batch. */
  readonly send: (batch: readonly PreparedMovement[]) => Promise<Result[]>;
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** Maximum number of queued movements. Further movements are rejected. */
  readonly maxQueued: number;
  /** Called after a batch with outbox events has committed. */
  readonly onEvents?: (() => void) | undefined;
  /** If absent, nothing is measured. */
  readonly observer?: QueueObserver | undefined;
}

interface Item {
  readonly prepared: PreparedMovement;
  readonly queuedAt: number;
  readonly deadline: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /**
   * The error that caused a response to be lost, if any. From then on, only the database knows the
   * outcome.
   */
  doubt: unknown;
}

/** Movements sent to the database together. */
interface Batch {
  readonly size: number;
  /** Set when the batch is retried. From then on, it does not keep other batches from starting. */
  isTroubled: boolean;
}

const DEFAULT_DEADLINE_MS = 5_000;
const MAX_RACES = 20;
const FIRST_PAUSE_MS = 2;
const RECONNECT_PAUSE_MS = 50;
/** Maximum number of retried batches that do not count toward the limit of batches in flight. */
const MAX_TROUBLED = 8;
/**
 * Size in movements. A batch takes at most half of the queue, unless the queue is shorter than
 * this.
 */
const SMALL_BATCH = 64;
/** Maximum number of event loop turns that a batch waits while each turn brings more movements. */
const GATHERING_TURNS = 30;

/**
 * Collects movements into batches without waiting for a batch to fill. Each batch takes movements
 * that arrived while earlier batches were committing: all of a short queue, or half of a long one.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #authorizations: Item[] = [];
  readonly #normal: Item[] = [];
  /**
   * Ids and client keys in flight. Another movement with the same id or key waits for the response.
   */
  readonly #busy = new Set<string>();
  /** Batches in flight, except retried ones. */
  #inFlight = 0;
  /** Movements of the batches in flight. */
  #running = 0;
  /** Number of batches being retried or waiting for a second response. */
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
      const queuedAt = performance.now();
      const item: Item = {
        prepared: prepareMovement(movement),
        queuedAt,
        deadline: queuedAt + (options.deadlineMs ?? DEFAULT_DEADLINE_MS),
        resolve,
        reject,
        doubt: undefined,
      };
      (options.priority === "authorization" ? this.#authorizations : this.#normal).push(item);
      this.#schedule();
    });
  }

  /** Returns the number of movements that wait for a place in a batch. */
  queued(): Readonly<Record<Priority, number>> {
    return { authorization: this.#authorizations.length, normal: this.#normal.length };
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
   * Starts a batch as soon as all requests that arrive together have been read, without a fixed
   * delay. The check runs at the end of an event loop turn. A single movement is sent right away,
   * and later movements go into the next batch. The check repeats only while each turn finds more
   * movements than the previous turn, for at most {@link GATHERING_TURNS} turns and until {@link
   * SMALL_BATCH} movements are queued. Otherwise a few early movements would make all the others
   * wait for their commit, which costs nearly as much as committing a full batch.
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
      this.#take("authorization", items, size);
      this.#take("normal", items, size);
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
   * Lets other batches start while this batch waits for a row lock, a connection or a second
   * response, because the other batches may not need any of them.
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
   * Returns whether another batch may start. A batch costs about the same no matter how small it
   * is, so a second batch starts only if at least as many movements are queued as are running.
   */
  #mayStart(): boolean {
    const { maxInFlight } = this.#options;
    const inFlight = this.#inFlight;
    return inFlight === 0 || (inFlight < maxInFlight && this.#waiting() >= this.#running);
  }

  /**
   * Returns the size of the next batch. Callers that get their responses together send their next
   * movements together. If a batch took all of them, the database and the callers would take turns
   * waiting for each other. Therefore, a batch takes half of a long queue. It takes all of a short
   * queue, because the fixed cost of a batch equals the cost of ten more movements.
   */
  #batchSize(): number {
    return Math.min(this.#options.maxBatch, Math.max(SMALL_BATCH, Math.ceil(this.#waiting() / 2)));
  }

  #take(priority: Priority, batch: Item[], size: number): void {
    const queue = priority === "authorization" ? this.#authorizations : this.#normal;
    const { observer } = this.#options;
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
      observer?.placed(priority, now - item.queuedAt);
    }
    queue.splice(0, taken, ...waiting);
  }

  /** Sends the movements of a batch until each has a result. Never rejects. */
  async #run(items: readonly Item[], batch: Batch): Promise<void> {
    for (let races = 0; ; ) {
      try {
        const { send, observer } = this.#options;
        const sentAt = performance.now();
        const results = await send(items.map(({ prepared }) => prepared));
        observer?.answered(items.length, performance.now() - sentAt);
        this.#answer(items, results);
        return;
      } catch (error) {
        switch (databaseErrorKind(error)) {
          case "lock_timeout":
            // Another transaction holds a row lock, perhaps for a long time. Batches that need
            // other rows must not wait for it.
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
            // No movement in the batch can be written now, not even by itself.
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

  /**
   * Splits and retries a batch if one of its movements failed in a way that must not make the
   * others fail.
   */
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
   * Retries both halves concurrently until the movement that needs the locked row is the only one
   * in its batch. Retries that movement until its deadline.
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
   * Resends a batch with an unknown outcome under the same ids. Movements that were committed
   * return their stored result. The others are decided now.
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

  /** Returns the movements that have time left and rejects the others. */
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

/** Fails a submitted movement. If an earlier response was lost, its outcome is unknown. */
function fail(item: Item, error: unknown): void {
  item.reject(item.doubt === undefined ? error : new UnknownOutcomeError(item.doubt));
}

/** Returns the movement's id and client key, which must be unique among the batches in flight. */
function namesOf({ movement }: PreparedMovement): readonly string[] {
  return movement.clientKey === null
    ? [movement.id]
    : [movement.id, `${movement.customerId} ${movement.clientKey}`];
}
