import { Readable } from "node:stream";
import type { ExportFormat } from "@tessera/contract/insights/statements.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findChunk } from "./chunks.repository.ts";
import type { Asker } from "./create-export.ts";
import { fileNameOf } from "./export-question.policy.ts";
import { type Attempt, findExport } from "./exports.repository.ts";
import { isOver } from "./reconciliation.presenter.ts";

/** A file for download. */
export interface ExportFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * Returns an export's file, which is read chunk by chunk while being sent. Each download writes an
 * audit event.
 *
 * @throws Refusal `not_found`, `export_not_ready`, `export_expired`
 */
export async function readExportFile(
  context: AppContext,
  { customerId, actor, requestId, id }: Asker & { readonly id: string | undefined },
): Promise<ExportFile> {
  const { kysely } = context.db;
  const row = id === undefined ? undefined : await findExport(kysely, customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  if (row.status === "expired" || isOver(row, context.clock.now())) {
    throw new Refusal("export_expired");
  }
  if (row.status !== "completed" || row.sha256 === null || row.bytes === null) {
    throw new Refusal("export_not_ready");
  }
  await inTransaction(context.db, (tx) =>
    context.ledger.appendAudit(tx, [
      {
        action: "export.download",
        actor,
        customerId,
        object: row.id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]),
  );
  return {
    headers: {
      "content-type": TYPES[row.question.format],
      "content-length": String(row.bytes),
      "content-disposition": `attachment; filename="${fileNameOf(row.question)}"`,
      etag: `"${row.sha256.toString("hex")}"`,
    },
    body: Readable.from(chunksOf(context, row, Number(row.bytes)), { objectMode: false }),
  };
}

/**
 * Yields the chunks of a file. Throws an error if a chunk is missing, so that a truncated file
 * never looks complete.
 */
async function* chunksOf(
  { db }: AppContext,
  attempt: Attempt,
  bytes: number,
): AsyncGenerator<Buffer, void> {
  let left = bytes;
  for (let n = 0; left > 0; n += 1) {
    const chunk = await findChunk(db.kysely, attempt, n);
    if (chunk === undefined) {
      throw new Error(`export ${attempt.id} lacks chunk ${n}`);
    }
    left -= chunk.length;
    yield chunk;
  }
}
