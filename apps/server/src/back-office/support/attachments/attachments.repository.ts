import type { Tx } from "../../../platform/context.ts";
import { type AttachmentRow, type SupportTables, tables } from "../support.tables.ts";

const SHOWN = [
  "id",
  "owner_id",
  "message_id",
  "place",
  "name",
  "kind",
  "bytes",
  "created_at",
] as const;

/** A file as stored in the database. */
export interface SealedAttachment extends AttachmentRow {
  readonly sealed: Buffer | null;
  readonly wrapped_key: Buffer | null;
}

export async function insertAttachment(
  tx: Tx,
  row: SupportTables["support_attachment"],
): Promise<void> {
  await tables(tx).insertInto("support_attachment").values(row).execute();
}

/** Selects FOR UPDATE a sender's files that are not yet part of a message. */
export function lockUnclaimed(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  return tables(tx)
    .selectFrom("support_attachment")
    .select(SHOWN)
    .where("id", "in", ids)
    .where("owner_id", "=", ownerId)
    .where("message_id", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function claimAttachment(
  tx: Tx,
  id: string,
  claim: { readonly message_id: string; readonly place: number; readonly name: string },
): Promise<void> {
  await tables(tx).updateTable("support_attachment").set(claim).where("id", "=", id).execute();
}

/** Lists the files of several messages, in order. */
export async function attachmentsOf(
  tx: Tx,
  messageIds: readonly string[],
): Promise<AttachmentRow[]> {
  if (messageIds.length === 0) {
    return [];
  }
  return tables(tx)
    .selectFrom("support_attachment")
    .select(SHOWN)
    .where("message_id", "in", messageIds)
    .orderBy("place")
    .execute();
}

/** Finds a file that is part of a message, optionally only in one customer's conversations. */
export function findAttachment(
  tx: Tx,
  id: string,
  customerId?: string,
): Promise<SealedAttachment | undefined> {
  return tables(tx)
    .selectFrom("support_attachment as f")
    .innerJoin("support_message as m", "m.id", "f.message_id")
    .innerJoin("support_conversation as c", "c.id", "m.conversation_id")
    .selectAll("f")
    .where("f.id", "=", id)
    .$if(customerId !== undefined, (query) => query.where("c.customer_id", "=", customerId ?? ""))
    .executeTakeFirst();
}

/** Deletes files that are not part of any message. Returns those stored outside the database. */
export async function deleteUnclaimed(tx: Tx, before: Date): Promise<string[]> {
  const gone = await tables(tx)
    .deleteFrom("support_attachment")
    .where("message_id", "is", null)
    .where("created_at", "<", before)
    .returning((row) => ["id", row("sealed", "is", null).as("isOutside")])
    .execute();
  return gone.filter(({ isOutside }) => isOutside).map(({ id }) => id);
}
