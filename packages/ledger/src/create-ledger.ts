import { type Database, databaseErrorKind, TransactionRaceError } from "@tessera/database";
import { openAccounts, setAccountStatus, setAccountStatuses } from "./accounts.ts";
import { appendAudit, appendEvents } from "./append-records.ts";
import { Batcher, type SubmitOptions } from "./batcher.ts";
import { type BatchAnswer, decodeBatch } from "./decode-batch.ts";
import { encodeBatch, SUBMIT_STATEMENT } from "./encode-batch.ts";
import { assetAccounts, houseAccount } from "./house-accounts.ts";
import type { Parameter } from "./parameter-text.ts";
import {
  decodePlain,
  encodePlain,
  type PlainAnswer,
  SUBMIT_PLAIN_STATEMENT,
} from "./plain-batch.ts";
import { plainEffects } from "./plain-effects.ts";
import { type PreparedMovement, prepareMovement } from "./prepare-movement.ts";
import { type QueryRunner, query } from "./query-runner.ts";
import type { Priority, QueueObserver } from "./queue-observer.ts";
import {
  balances,
  dueHolds,
  ensurePartitions,
  entries,
  houseBalance,
  movementOfKey,
  movementResult,
} from "./reads.ts";
import { seal } from "./seal.ts";
import type { AssetMovement, Movement, MovementId, Result } from "./types.ts";
import { verify } from "./verify.ts";
import { sealHash, verifySealChain, verifySealedBlocks } from "./verify-seals.ts";

/** The clock used for ids and expiry times. */
export interface LedgerClock {
  now(): Date;
}

export interface LedgerOptions {
  readonly db: Pick<Database<unknown>, "sql" | "autoCommit"> & { readonly kysely: QueryRunner };
  /** Defaults to the database's clock, which live mode always uses. */
  readonly clock?: LedgerClock | undefined;
  /** Maximum number of movements in a batch; default 256. */
  readonly maxBatch?: number;
  /** Maximum number of batches in flight; default 2. */
  readonly maxInFlight?: number;
  /** Maximum number of queued movements; default 4,096. */
  readonly maxQueued?: number;
  /** Called after a batch with outbox events has committed. */
  readonly onEvents?: () => void;
  /**
   * Wraps the call that sends a batch, for tracing. A batch belongs to all of its movements but
   * runs in the asynchronous context of the last one.
   */
  readonly aroundBatch?: BatchWrapper | undefined;
  /** Receives measurements of the queue; if absent, nothing is measured. */
  readonly observer?: QueueObserver | undefined;
}

/** Calls `send` once and returns its promise. */
export type BatchWrapper = <T>(
  movementIds: readonly MovementId[],
  send: () => Promise<T>,
) => Promise<T>;

/** Ledger queries that run either in the caller's transaction or in a separate one. */
const READS = {
  openAccounts,
  setAccountStatus,
  setAccountStatuses,
  appendAudit,
  appendEvents,
  balances,
  entries,
  dueHolds,
  assetAccounts,
  houseAccount,
  houseBalance,
  ensurePartitions,
  movementOfKey,
  seal,
  sealHash,
  verify,
  verifySealChain,
  verifySealedBlocks,
} as const;

export type Ledger = typeof READS & {
  /**
   * Applies movements in order in the caller's transaction; each movement sees the effects of those
   * before it. A refusal is a result, not an error: the caller decides whether to roll back.
   *
   * @throws TransactionRaceError if another transaction got there first; `inTransaction` retries
   * the transaction
   */
  post(tx: QueryRunner, movements: readonly (Movement | AssetMovement)[]): Promise<Result[]>;
  /**
   * Applies one movement as part of the next batch.
   *
   * @throws LedgerBusyError if the queue is full
   * @throws DeadlineError if the movement did not get a place in a batch in time, in which case
   * nothing happened
   * @throws UnknownOutcomeError if the response was lost and did not arrive by the deadline; read
   * the result with `movementResult`
   */
  submit(movement: Movement, options?: SubmitOptions): Promise<Result>;
  /** Returns how many submitted movements are waiting for a place in a batch. */
  queued(): Readonly<Record<Priority, number>>;
  /** Returns a movement's stored result, or `undefined` if it is not in the ledger. */
  movementResult(id: MovementId): Promise<Result | undefined>;
  /** Stops accepting movements and waits for those already accepted. */
  close(): Promise<void>;
};

const MAX_BATCH = 256;
const MAX_IN_FLIGHT = 2;
const MAX_QUEUED = 4_096;

/** Creates the ledger on a database that has run `ledgerMigrations`. */
export function createLedger(options: LedgerOptions): Ledger {
  const { db, clock } = options;
  const now = () => clock?.now() ?? null;
  const maxBatch = options.maxBatch ?? MAX_BATCH;

  async function send(batch: readonly PreparedMovement[]): Promise<Result[]> {
    return submitBatch(batch, now(), (text, parameters) =>
      db.autoCommit(db.sql.unsafe(text, parameters, { prepare: true })),
    );
  }

  const { aroundBatch } = options;
  const batcher = new Batcher({
    send:
      aroundBatch === undefined
        ? send
        : (batch) =>
            aroundBatch(
              batch.map(({ movement }) => movement.id),
              () => send(batch),
            ),
    maxBatch,
    maxInFlight: options.maxInFlight ?? MAX_IN_FLIGHT,
    maxQueued: options.maxQueued ?? MAX_QUEUED,
    onEvents: options.onEvents,
    observer: options.observer,
  });

  return {
    ...READS,
    async post(tx, movements) {
      const results: Result[] = [];
      for (const batch of splitForPost(movements.map(prepareMovement), maxBatch)) {
        results.push(...(await postBatch(tx, batch, now())));
      }
      return results;
    },
    submit: (movement, submitOptions = {}) => batcher.submit(movement, submitOptions),
    queued: () => batcher.queued(),
    movementResult: (id) => movementResult(db, id),
    close: () => batcher.close(),
  };
}

async function postBatch(
  tx: QueryRunner,
  batch: readonly PreparedMovement[],
  now: Date | null,
): Promise<Result[]> {
  try {
    return await submitBatch(batch, now, (text, parameters) => query(tx, text, parameters));
  } catch (error) {
    // Another transaction wrote the same id, key or hold first; a retry will see it.
    throw databaseErrorKind(error) === "unique_violation" ? new TransactionRaceError(error) : error;
  }
}

/**
 * Writes a batch on the fast path if no movement needs a decision, otherwise on the general path.
 */
async function submitBatch(
  batch: readonly PreparedMovement[],
  now: Date | null,
  send: (text: string, parameters: Parameter[]) => PromiseLike<readonly unknown[]>,
): Promise<Result[]> {
  const effects = plainEffects(batch);
  if (effects !== undefined) {
    const [answer] = await send(SUBMIT_PLAIN_STATEMENT, encodePlain(batch, effects, now));
    const { created_at, ...rest } = answered<PlainAnswer>(answer);
    if (created_at !== null) {
      return decodePlain(batch, effects, { ...rest, created_at });
    }
  }
  const [answer] = await send(SUBMIT_STATEMENT, encodeBatch(batch, now));
  return decodeBatch(batch, answered<BatchAnswer>(answer));
}

function answered<Answer>(row: unknown): Answer {
  if (row === undefined) {
    throw new Error("the database returned no response for a batch");
  }
  return row as Answer;
}

/** Splits movements, in order, into batches of limited size with unique ids and client keys. */
function splitForPost(
  movements: readonly PreparedMovement[],
  maxBatch: number,
): PreparedMovement[][] {
  const batches: PreparedMovement[][] = [];
  let batch: PreparedMovement[] = [];
  let names = new Set<string>();
  for (const prepared of movements) {
    const { id, customerId, clientKey } = prepared.movement;
    const key = clientKey === null ? id : `${customerId} ${clientKey}`;
    if (batch.length >= maxBatch || names.has(id) || names.has(key)) {
      batches.push(batch);
      batch = [];
      names = new Set();
    }
    batch.push(prepared);
    names.add(id).add(key);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
