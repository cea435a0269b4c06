import { FILE_KINDS, type FileKind } from "@tessera/contract/files";
import { checkFile } from "../../platform/check-file.ts";
import type { AppContext } from "../../platform/context.ts";
import { fileHeaders } from "../../platform/file-headers.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { findAttachment, insertAttachment } from "./attachments.repository.ts";

interface Upload {
  readonly ownerId: string;
  readonly bytes: Buffer;
  /** As the sender claims. */
  readonly mediaType: string;
}

/**
 * Takes a file, sealed, to go along with a message of whoever sent it.
 *
 * @throws Refusal those of a file that is not taken ({@link checkFile})
 */
export async function uploadAttachment(
  context: AppContext,
  { ownerId, bytes, mediaType }: Upload,
): Promise<{ id: string; kind: FileKind; bytes: number }> {
  const kind = await checkFile(bytes, { taken: FILE_KINDS, claimed: mediaType });
  const now = context.clock.now();
  const id = newId(now);
  await insertAttachment(context.db.kysely, {
    id,
    owner_id: ownerId,
    message_id: null,
    place: null,
    name: null,
    kind,
    bytes: bytes.length,
    sealed: context.keys.seal("support-attachment", bytes, id),
    created_at: now,
  });
  return { id: wireId("att", id), kind, bytes: bytes.length };
}

/**
 * A file of a message, to be handed over.
 *
 * @param customerId whose conversation it must be of; any where there is none
 * @throws Refusal `not_found`
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
    body: context.keys.open("support-attachment", file.sealed, file.id),
  };
}
