import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { FileStoreError } from "../file-store/file-store.ts";
import { storeOf } from "./configured-store.ts";
import { claimOrphan, insertOrphans } from "./file-orphans.repository.ts";

const RETRY_SECONDS = 30;

type Storing = Pick<AppContext, "config" | "db" | "clock" | "log">;

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
 * Stores an encrypted file in the configured storage. If that is outside the database, the object
 * is written before a row can refer to it, and an object that no row claims is deleted later.
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
