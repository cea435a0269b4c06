import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type FileStore, FileStoreError } from "../file-store/file-store.ts";
import { createS3FileStore } from "../file-store/s3-file-store.ts";
import { claimOrphan, forgetOrphan, insertOrphans, takeOrphan } from "./file-orphans.repository.ts";

const RETRY_SECONDS = 30;
/** Far longer than an upload takes; an object still without a row after this time was abandoned. */
const ORPHAN_MS = 3_600_000;
const SWEEP_LIMIT = 200;
/**
 * Number of consecutive failures after which the storage is considered down, since each attempt may
 * last until its timeout.
 */
const MAX_FAILED_IN_A_ROW = 5;

type Storing = Pick<AppContext, "config" | "db" | "clock" | "log">;

function storeOf({ config }: Pick<Storing, "config">): FileStore | undefined {
  const { s3 } = config.files;
  return s3 === undefined ? undefined : createS3FileStore(s3);
}

/** Returns whether new files are stored outside the database. */
export function keepsOutside({ config }: Pick<Storing, "config">): boolean {
  return config.files.s3 !== undefined;
}

/** A stored file that has no row yet. */
export interface KeptFile {
  /** The encrypted bytes to store in the row; null if they are stored outside the database. */
  readonly inRow: Buffer | null;
  /** Claims the object for a row that is written in the same transaction. */
  claim(tx: Tx): Promise<void>;
}

/**
 * Stores an encrypted file in the configured storage. Outside the database, the object is written
 * before a row can refer to it; an object that no row claims is deleted later.
 *
 * @param key the object's key outside the database, such as `documents/<id>`
 * @throws Refusal `file_storage_unavailable`
 */
export async function keepFile(context: Storing, key: string, sealed: Buffer): Promise<KeptFile> {
  const store = storeOf(context);
  if (store === undefined) {
    return { inRow: sealed, claim: async () => undefined };
  }
  await insertOrphans(context.db.kysely, [key], context.clock.now());
  await refusing(context, () => store.put(key, sealed));
  return {
    inRow: null,
    async claim(tx) {
      if (!(await claimOrphan(tx, key))) {
        throw unavailable(new Error(`${key} was deleted as an orphan before its row was written`));
      }
    },
  };
}

/**
 * Reads a file that is stored outside the database.
 *
 * @throws Refusal `file_storage_unavailable`
 */
export async function readKept(context: Storing, key: string): Promise<Buffer> {
  const store = storeOf(context);
  if (store === undefined) {
    const error = new Error(`${key} is outside the database, but FILE_STORAGE is not configured`);
    context.log.error({ err: error }, "file could not be read");
    throw unavailable(error);
  }
  return refusing(context, () => store.get(key));
}

/** Marks files outside the database as orphans when their rows are deleted in this transaction. */
export async function giveUpFiles(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length > 0) {
    await insertOrphans(tx, keys, now);
  }
}

/**
 * Deletes files outside the database that have been orphans for an hour, one at a time and outside
 * any transaction. If a file cannot be deleted, the deletion is retried an hour later and does not
 * delay others.
 *
 * @returns the number of deleted files
 * @throws Error if some files could not be deleted, after trying all of them
 */
export async function sweepFiles(context: Storing, stopping?: AbortSignal): Promise<number> {
  const store = storeOf(context);
  if (store === undefined) {
    return 0;
  }
  const { clock } = context;
  const { kysely } = context.db;
  const now = clock.now();
  const before = new Date(now.getTime() - ORPHAN_MS);
  const failures: unknown[] = [];
  let deleted = 0;
  let failedInARow = 0;
  while (
    deleted + failures.length < SWEEP_LIMIT &&
    failedInARow < MAX_FAILED_IN_A_ROW &&
    stopping?.aborted !== true
  ) {
    const key = await takeOrphan(kysely, { before, now });
    if (key === undefined) {
      break;
    }
    try {
      await store.delete(key);
      await forgetOrphan(kysely, key);
      deleted += 1;
      failedInARow = 0;
    } catch (error) {
      failures.push(error);
      failedInARow += 1;
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} orphaned files could not be deleted; ${deleted} were`, {
      cause: failures[0],
    });
  }
  return deleted;
}

async function refusing<T>(context: Storing, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FileStoreError) {
      context.log.error({ err: error }, "the file storage failed");
      throw unavailable(error);
    }
    throw error;
  }
}

function unavailable(cause: Error): Refusal {
  return new Refusal("file_storage_unavailable", { cause, retryAfterSeconds: RETRY_SECONDS });
}
