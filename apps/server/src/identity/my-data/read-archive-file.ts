import { Readable } from "node:stream";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findChunk } from "./archive-chunks.repository.ts";
import { openChunk, unwrapKey } from "./archive-vault.ts";
import { type Attempt, findArchive } from "./archives.repository.ts";
import { archiveName, isOver } from "./my-data.presenter.ts";
import type { ArchiveOwner } from "./request-archive.ts";

/** A file for download. */
interface ArchiveFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Returns an archive's ZIP file, decrypted piece by piece as it is sent. Each download is recorded
 * before the first byte is sent.
 *
 * @throws Refusal `not_found`, `archive_not_ready`, `archive_expired`
 */
export async function readArchiveFile(
  context: AppContext,
  { customerId, actor, requestId, id }: ArchiveOwner & { readonly id: string | undefined },
): Promise<ArchiveFile> {
  const { kysely } = context.db;
  const row = id === undefined ? undefined : await findArchive(kysely, customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  if (row.status === "expired" || isOver(row, context.clock.now())) {
    throw new Refusal("archive_expired");
  }
  const { bytes, sha256, key_id: keyId, wrapped_key: wrappedKey } = row;
  if (bytes === null || sha256 === null || keyId === null || wrappedKey === null) {
    throw new Refusal("archive_not_ready");
  }
  const dataKey = unwrapKey(context.keys, { id: row.id, customerId }, { keyId, wrappedKey });
  await inTransaction(context.db, (tx) =>
    context.ledger.appendAudit(tx, [
      {
        action: "my_data.download",
        actor,
        customerId,
        object: row.id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]),
  );
  const attempt = { id: row.id, attempt: row.attempt };
  const chunks = chunksOf(context, { attempt, dataKey, bytes: Number(bytes) });
  return {
    headers: {
      "content-type": "application/zip",
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="${archiveName(row)}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      etag: `"${sha256.toString("hex")}"`,
    },
    body: Readable.from(chunks, { objectMode: false }),
  };
}

/**
 * Yields the pieces of a file. Fails if a piece is missing, so that a truncated file never looks
 * complete.
 */
async function* chunksOf(
  { db, keys }: AppContext,
  file: { readonly attempt: Attempt; readonly dataKey: Buffer; readonly bytes: number },
): AsyncGenerator<Buffer, void> {
  const { attempt, dataKey } = file;
  let left = file.bytes;
  try {
    for (let n = 0; left > 0; n += 1) {
      const sealed = await findChunk(db.kysely, attempt, n);
      if (sealed === undefined) {
        throw new Error(`archive ${attempt.id} lacks piece ${n}`);
      }
      const bytes = openChunk(keys, dataKey, { attempt, n, sealed });
      left -= bytes.length;
      yield bytes;
    }
  } finally {
    dataKey.fill(0);
  }
}
