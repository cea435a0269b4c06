import { createHash } from "node:crypto";
import {
  ARCHIVE_DAYS,
  type ArchiveFailure,
  MAX_ARCHIVE_BYTES,
} from "@tessera/contract/identity/my-data.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { inSnapshot } from "../../platform/database/read-snapshot.repository.ts";
import { wireId } from "../../platform/ids.ts";
import { chunked } from "../../platform/paging/chunked.ts";
import { deleteLeftChunks, insertChunk } from "./archive-chunks.repository.ts";
import { mailFailed, mailReady } from "./archive-mail.ts";
import { sourceOf } from "./archive-source.repository.ts";
import { sealChunk, wrapKey } from "./archive-vault.ts";
import {
  type Attempt,
  claimArchive,
  completeArchive,
  expireArchives,
  failArchive,
  recordProgress,
  releaseArchive,
  renewLease,
} from "./archives.repository.ts";
import type { ArchiveRow } from "./my-data.tables.ts";
import { countEntries, writeArchive } from "./write-archive.ts";
import type { Report } from "./write-document.ts";

/** How long a server's claim on an archive lasts without renewal. */
const LEASE_SECONDS = 60;
const RENEWAL_INTERVAL_MS = 15_000;
const PROGRESS_INTERVAL_MS = 700;
const MAX_ATTEMPTS = 5;
const PAUSE_SECONDS = 10;
const DAY_MS = 86_400_000;

interface RunOptions {
  readonly stopping?: AbortSignal | undefined;
  readonly maxBytes?: number;
  /** Called before each piece is stored. An exception fails the attempt. */
  readonly onPiece?: (n: number) => Promise<void> | void;
}

/** Thrown if another attempt has taken over the archive, or if the archive was canceled. */
class AttemptOver extends Error {}

class TooLarge extends Error {}

/** Everything that an attempt needs to create an archive. */
interface Making {
  readonly context: AppContext;
  readonly row: ArchiveRow;
  readonly attempt: Attempt;
  readonly dataKey: Buffer;
  readonly options: RunOptions;
}

function publish({ context, row }: Pick<Making, "context" | "row">): Promise<void> {
  return context.events.publish(row.customer_id, "my_data", { archiveId: wireId("arc", row.id) });
}

/**
 * Returns a function that counts written entries and stores the count at intervals. The function
 * throws once the attempt is no longer the current one.
 */
function reporter(making: Making, total: number): { readonly report: Report; done: () => number } {
  const { context, attempt, options } = making;
  let done = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    done: () => done,
    async report(written) {
      done += written;
      if (options.stopping?.aborted === true) {
        throw new AttemptOver();
      }
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) {
        return;
      }
      reportedAt = performance.now();
      const progress = { done, total, leaseSeconds: LEASE_SECONDS };
      if (!(await recordProgress(context.db.kysely, attempt, progress))) {
        throw new AttemptOver();
      }
      await publish(making);
    },
  };
}

async function storeChunks(making: Making, pieces: AsyncIterable<Buffer>) {
  const { context, attempt, dataKey, options } = making;
  const hash = createHash("sha256");
  let bytes = 0;
  let n = 0;
  for await (const chunk of chunked(pieces)) {
    await options.onPiece?.(n);
    if (options.stopping?.aborted === true) {
      throw new AttemptOver();
    }
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > (options.maxBytes ?? MAX_ARCHIVE_BYTES)) {
      throw new TooLarge();
    }
    const sealed = sealChunk(context.keys, dataKey, { attempt, n, bytes: chunk });
    if (!(await insertChunk(context.db.kysely, attempt, n, sealed))) {
      throw new AttemptOver();
    }
    n += 1;
  }
  return { bytes, sha256: hash.digest() };
}

/** Creates the file from one database snapshot and then completes the archive. */
async function make(making: Making): Promise<void> {
  const { context, row, attempt, dataKey } = making;
  const { id, customer_id: customerId, locale } = row;
  const { entries, written } = await inSnapshot(context.db, async (tx) => {
    const source = sourceOf(tx);
    const subject = { customerId, exportedAt: context.clock.now(), locale };
    const { report, done } = reporter(making, await countEntries(source, customerId));
    await report(0);
    const pieces = writeArchive(context, source, subject, report);
    return { written: await storeChunks(making, pieces), entries: done() };
  });
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + ARCHIVE_DAYS * DAY_MS);
  await inTransaction(context.db, async (tx) => {
    const key = wrapKey(context.keys, { id, customerId }, dataKey);
    if (!(await completeArchive(tx, attempt, { entries, ...written, ...key, now, expiresAt }))) {
      throw new AttemptOver();
    }
    // The new archive contains everything that the earlier ones do.
    await expireArchives(tx, { customerId, except: id });
    await deleteLeftChunks(tx, customerId);
    await mailReady(context, tx, customerId);
  });
}

/** Renews the lease while `work` is running, even if a single statement takes minutes. */
async function leased({ context, attempt }: Making, work: Promise<void>): Promise<void> {
  const renewal = setInterval(() => {
    // If a renewal fails, there is still time for another one before the lease ends.
    renewLease(context.db.kysely, attempt, LEASE_SECONDS).catch(() => undefined);
  }, RENEWAL_INTERVAL_MS);
  renewal.unref();
  try {
    await work;
  } finally {
    clearInterval(renewal);
  }
}

/** Records the outcome of an attempt that produced no file. */
async function settle(making: Making, error: unknown): Promise<void> {
  const { context, row, attempt, options } = making;
  if (options.stopping?.aborted === true) {
    await releaseArchive(context.db.kysely, attempt, 0);
    return;
  }
  if (error instanceof AttemptOver) {
    return;
  }
  const facts = { err: error, archiveId: row.id, attempt: attempt.attempt };
  const isTooLarge = error instanceof TooLarge;
  if (!isTooLarge && attempt.attempt < MAX_ATTEMPTS) {
    context.log.warn(facts, "data archive failed, to be retried");
    await releaseArchive(context.db.kysely, attempt, PAUSE_SECONDS);
    return;
  }
  context.log.error(facts, "data archive failed");
  await giveUp(context, row, isTooLarge ? "too_large" : "internal");
}

/** Ends the archive without a file, and emails the customer what to do. */
async function giveUp(
  context: AppContext,
  row: ArchiveRow,
  failure: ArchiveFailure,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const { customer_id: customerId } = row;
    if (await failArchive(tx, row, failure, context.clock.now())) {
      await mailFailed(context, tx, customerId, failure);
    }
    await deleteLeftChunks(tx, customerId);
  });
}

/**
 * Creates the archive that has been waiting longest. A failed attempt leaves nothing behind; the
 * next one starts over with another key.
 *
 * @returns whether an archive was waiting
 */
export async function runNextArchive(
  context: AppContext,
  options: RunOptions = {},
): Promise<boolean> {
  const row = await inTransaction(context.db, (tx) => claimArchive(tx, LEASE_SECONDS));
  if (row === undefined) {
    return false;
  }
  if (row.attempt > MAX_ATTEMPTS) {
    // Every attempt crashed its server, so another one probably would too.
    context.log.error({ archiveId: row.id }, "data archive crashed its server in every attempt");
    await giveUp(context, row, "internal");
    await publish({ context, row });
    return true;
  }
  const attempt = { id: row.id, attempt: row.attempt };
  const making = { context, row, attempt, dataKey: context.keys.newKey(), options };
  try {
    await leased(making, make(making));
  } catch (error) {
    await settle(making, error);
  } finally {
    making.dataKey.fill(0);
  }
  await publish(making);
  return true;
}
