import { createHash } from "node:crypto";
import { EXPORT_DAYS, MAX_EXPORT_ROWS } from "@tessera/contract/insights/statements.schemas";
import { databaseErrorCode } from "@tessera/database";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { inSnapshot } from "../../platform/database/read-snapshot.repository.ts";
import { wireId } from "../../platform/ids.ts";
import { chunked } from "../../platform/paging/chunked.ts";
import { deleteChunks, deleteOtherChunks, insertChunk } from "./chunks.repository.ts";
import { UnbalancedError } from "./equation.policy.ts";
import {
  type Attempt,
  claimExport,
  completeExport,
  failExport,
  giveBackExport,
  recordProgress,
  renewLease,
} from "./exports.repository.ts";
import type { ExportRow, StoredTotal } from "./reconciliation.tables.ts";
import { readStatement, type Statement, type StatementLine } from "./statement.ts";
import { writeCsv } from "./write-csv.ts";
import { writeJson } from "./write-json.ts";
import { writeXlsx } from "./write-xlsx.ts";

/** How long, in seconds, an export stays claimed if its server does not renew the lease. */
const LEASE_SECONDS = 60;
const RENEWAL_INTERVAL_MS = 15_000;
const PROGRESS_INTERVAL_MS = 700;
const BATCH_ROWS = 500;
const MAX_ATTEMPTS = 5;
const PAUSE_SECONDS = 10;
const DAY_MS = 86_400_000;
const UNIQUE_VIOLATION = "23505";

const WRITERS = { csv: writeCsv, json: writeJson, xlsx: writeXlsx } as const;

interface RunOptions {
  readonly stopping?: AbortSignal | undefined;
  readonly batchRows?: number;
  readonly maxRows?: number;
  /** Called before each batch of lines is written. If it throws an error, the attempt fails. */
  readonly onBatch?: (rowsDone: number) => Promise<void> | void;
}

/** Thrown if the attempt no longer owns the export, or if the process is stopping. */
class AttemptOver extends Error {}

class TooLarge extends Error {}

/** The context and the export of one attempt. */
interface Making {
  readonly context: AppContext;
  readonly row: ExportRow;
  readonly attempt: Attempt;
  readonly options: RunOptions;
}

function tell({ context, row }: Making): Promise<void> {
  return context.events.publish(row.customer_id, "reconciliation", {
    exportId: wireId("exp", row.id),
  });
}

/** Returns the statement with lines that report progress as they are read. */
function reporting(making: Making, statement: Statement): Statement {
  const { context, attempt, options } = making;
  const { kysely } = context.db;
  async function report(rowsDone: number): Promise<void> {
    const progress = { rowsDone, rowsTotal: statement.rows, leaseSeconds: LEASE_SECONDS };
    if (options.stopping?.aborted === true || !(await recordProgress(kysely, attempt, progress))) {
      throw new AttemptOver();
    }
    await tell(making);
  }
  async function* lines(): AsyncGenerator<readonly StatementLine[], void> {
    let rowsDone = 0;
    await report(0);
    let reportedAt = performance.now();
    for await (const batch of statement.lines()) {
      await options.onBatch?.(rowsDone);
      yield batch;
      rowsDone += batch.length;
      if (performance.now() - reportedAt >= PROGRESS_INTERVAL_MS) {
        await report(rowsDone);
        reportedAt = performance.now();
      }
    }
  }
  return { ...statement, lines };
}

interface Written {
  readonly bytes: number;
  readonly sha256: Buffer;
}

async function writeChunks({ context, row, attempt }: Making, statement: Statement) {
  const hash = createHash("sha256");
  let bytes = 0;
  let n = 0;
  for await (const chunk of chunked(WRITERS[row.question.format](statement))) {
    hash.update(chunk);
    bytes += chunk.length;
    if (!(await insertChunk(context.db.kysely, attempt, n, chunk))) {
      throw new AttemptOver();
    }
    n += 1;
  }
  return { bytes, sha256: hash.digest() } satisfies Written;
}

function storedTotals(statement: Statement): StoredTotal[] {
  return statement.totals().map(({ currency, rows, ...total }) => ({
    currency,
    openingMinor: String(total.openingMinor),
    movementsMinor: String(total.movementsMinor),
    otherKindsMinor: String(total.otherKindsMinor),
    closingMinor: String(total.closingMinor),
    rows,
  }));
}

async function make(making: Making): Promise<void> {
  const { context, row, attempt, options } = making;
  const { statement, written } = await inSnapshot(context.db, async (tx) => {
    const read = await readStatement(context, tx, row, options.batchRows ?? BATCH_ROWS);
    if (read.rows > (options.maxRows ?? MAX_EXPORT_ROWS)) {
      throw new TooLarge();
    }
    const reported = reporting(making, read);
    return { statement: reported, written: await writeChunks(making, reported) };
  });
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS);
  await inTransaction(context.db, async (tx) => {
    const totals = storedTotals(statement);
    const done = { rows: statement.rows, ...written, totals, now, expiresAt };
    if (!(await completeExport(tx, attempt, done))) {
      throw new AttemptOver();
    }
    await deleteOtherChunks(tx, attempt);
  });
}

/** Renews the lease while `work` is running, even if a single SQL statement takes minutes. */
async function leased(making: Making, work: Promise<void>): Promise<void> {
  const { context, attempt } = making;
  const renewal = setInterval(() => {
    // If a renewal fails, there is still time for another one before the lease expires.
    renewLease(context.db.kysely, attempt, LEASE_SECONDS).catch(() => undefined);
  }, RENEWAL_INTERVAL_MS);
  renewal.unref();
  try {
    await work;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Waits for `work`. When the process stops, does not wait for running SQL statements, since closing
 * the connection ends them.
 */
async function unlessStopping(work: Promise<void>, stopping?: AbortSignal): Promise<void> {
  if (stopping === undefined) {
    return work;
  }
  const stopped = new Promise<never>((_, reject) => {
    stopping.addEventListener("abort", () => reject(new AttemptOver()), { once: true });
  });
  await Promise.race([work, stopped]);
}

/** Records the outcome of an attempt that did not produce a file. */
async function settle(making: Making, error: unknown): Promise<void> {
  const { context, row, attempt, options } = making;
  const facts = { err: error, exportId: row.id, attempt: attempt.attempt };
  if (options.stopping?.aborted === true) {
    await giveBackExport(context.db.kysely, attempt, 0);
    return;
  }
  if (error instanceof AttemptOver) {
    return;
  }
  const isFinal =
    error instanceof UnbalancedError ||
    error instanceof TooLarge ||
    attempt.attempt >= MAX_ATTEMPTS;
  if (!isFinal) {
    context.log.warn(facts, "export failed, to be retried");
    await giveBackExport(context.db.kysely, attempt, PAUSE_SECONDS);
    return;
  }
  const failure =
    error instanceof UnbalancedError
      ? "unbalanced"
      : error instanceof TooLarge
        ? "too_large"
        : "internal";
  if (failure === "too_large") {
    context.log.warn(facts, "export has too many rows");
  } else {
    context.log.error(facts, "export failed and was not delivered");
  }
  await inTransaction(context.db, async (tx) => {
    await failExport(tx, attempt, failure, context.clock.now());
    await deleteChunks(tx, row.id);
  });
}

async function claim(context: AppContext): Promise<ExportRow | undefined> {
  try {
    return await inTransaction(context.db, (tx) => claimExport(tx, LEASE_SECONDS));
  } catch (error) {
    // Another server has just started another export for the same customer.
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Creates the longest-waiting export. A failed attempt leaves nothing behind, and the next attempt
 * starts over.
 *
 * @returns whether an export was waiting
 */
export async function runNextExport(
  context: AppContext,
  options: RunOptions = {},
): Promise<boolean> {
  const row = await claim(context);
  if (row === undefined) {
    return false;
  }
  const making = { context, row, attempt: { id: row.id, attempt: row.attempt }, options };
  await tell(making);
  try {
    await unlessStopping(leased(making, make(making)), options.stopping);
  } catch (error) {
    await settle(making, error);
  }
  await tell(making);
  return true;
}
