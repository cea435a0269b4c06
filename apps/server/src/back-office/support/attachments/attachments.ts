import { FILE_KINDS, type FileKind } from "@tessera/contract/files";
import {
  type FileSealing,
  keepFile,
  keepsOutside,
  readKept,
  takeFile,
} from "../../../adapters/files/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { fileHeaders } from "../../../platform/files/file-headers.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId, wireId } from "../../../platform/ids.ts";
import { attachmentVault } from "./attachment-vault.ts";
import { findAttachment, insertAttachment } from "./attachments.repository.ts";

interface Upload {
  readonly ownerId: string;
  readonly bytes: Buffer;
  /** Media type as claimed by the sender. */
  readonly mediaType: string;
}

/**
 * Accepts and seals a file that the same sender will later send in a message.
 *
 * @throws Refusal those of {@link takeFile}, and `file_storage_unavailable`
 */
export async function uploadAttachment(
  context: AppContext,
  { ownerId, bytes, mediaType }: Upload,
): Promise<{ id: string; kind: FileKind; bytes: number }> {
  const kind = await takeFile(context, bytes, { taken: FILE_KINDS, claimed: mediaType });
  const now = context.clock.now();
  const id = newId(now);
  const sealing = attachmentVault.seal(context.keys, id, bytes, keepsOutside(context));
  const kept = await keepFile(context, attachmentVault.keyOf(id), sealing.sealed);
  await inTransaction(context.db, async (tx) => {
    await kept.claim(tx);
    await insertAttachment(tx, {
      id,
      owner_id: ownerId,
      message_id: null,
      place: null,
      name: null,
      kind,
      bytes: bytes.length,
      sealed: kept.inRow,
      wrapped_key: sealing.wrappedKey,
      created_at: now,
    });
  });
  return { id: wireId("att", id), kind, bytes: bytes.length };
}

/**
 * Returns a file that is part of a message, for download.
 *
 * @param customerId customer whose conversation must contain the file; if absent, any conversation
 * may contain it
 * @throws Refusal `not_found`, `file_storage_unavailable`
 */
export async function readAttachment(
  context: AppContext,
  id: string | undefined,
  customerId?: string,
): Promise<{ headers: Readonly<Record<string, string>>; body: Buffer }> {
  const { kysely } = context.db;
  const file = id === undefined ? undefined : await findAttachment(kysely, id, customerId);
  if (file === undefined) {
    throw new Refusal("not_found");
  }
  const { kind, bytes, name } = file;
  return {
    headers: fileHeaders({ kind, bytes, name: name ?? "" }),
    body: await openAttachment(context, { ...file, wrappedKey: file.wrapped_key }),
  };
}

/**
 * Returns a stored file's bytes exactly as they were uploaded.
 *
 * @throws Refusal `file_storage_unavailable`
 * @throws KeyError for the same reasons as opening a sealed file
 */
export async function openAttachment(
  context: Pick<AppContext, "config" | "db" | "clock" | "log" | "keys">,
  { id, sealed, wrappedKey }: FileSealing & { readonly id: string },
): Promise<Buffer> {
  const bytes = sealed ?? (await readKept(context, attachmentVault.keyOf(id)));
  return attachmentVault.open(context.keys, id, { sealed: bytes, wrappedKey });
}
