import type { Tx } from "../../platform/context.ts";
import { type MessageRow, tables } from "./support.tables.ts";

/** A message, with its author. */
export interface WrittenMessage extends MessageRow {
  readonly writer: string;
}

function written(tx: Tx) {
  return tables(tx)
    .selectFrom("support_message as m")
    .innerJoin("person as w", "w.id", "m.person_id")
    .selectAll("m")
    .select("w.username as writer");
}

export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tables(tx).insertInto("support_message").values(row).execute();
}

export function findMessageByKey(tx: Tx, key: string): Promise<WrittenMessage | undefined> {
  return written(tx).where("m.client_key", "=", key).executeTakeFirst();
}

/** Finds a message in a conversation, provided that both sides may read it. */
export function findMessage(
  tx: Tx,
  conversationId: string,
  id: string,
): Promise<WrittenMessage | undefined> {
  return written(tx)
    .where("m.id", "=", id)
    .where("m.conversation_id", "=", conversationId)
    .executeTakeFirst();
}

/** Lists messages, newest first. Includes notes only for operators. */
export function listMessageRows(
  tx: Tx,
  query: {
    readonly conversationId: string;
    readonly withNotes: boolean;
    readonly beforeSeq: number | undefined;
    readonly limit: number;
  },
): Promise<WrittenMessage[]> {
  const { conversationId, withNotes, beforeSeq, limit } = query;
  return written(tx)
    .where("m.conversation_id", "=", conversationId)
    .$if(!withNotes, (some) => some.where("m.kind", "=", "message"))
    .$if(beforeSeq !== undefined, (some) => some.where("m.seq", "<", beforeSeq ?? 0))
    .orderBy("m.seq", "desc")
    .limit(limit)
    .execute();
}

/** Counts one side's messages after a position in the conversation. */
export async function countAfter(
  tx: Tx,
  query: { readonly conversationId: string; readonly seq: number; readonly fromDesk: boolean },
): Promise<number> {
  const { n } = await tables(tx)
    .selectFrom("support_message")
    .select((eb) => eb.fn.countAll<bigint>().as("n"))
    .where("conversation_id", "=", query.conversationId)
    .where("kind", "=", "message")
    .where("from_desk", "=", query.fromDesk)
    .where("seq", ">", query.seq)
    .executeTakeFirstOrThrow();
  return Number(n);
}
