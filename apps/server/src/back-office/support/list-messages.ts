import type { Message } from "@tessera/contract/back-office/support.schemas";
import type { DeskMessage } from "@tessera/contract/back-office/support-desk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { attachmentsOf } from "./attachments/attachments.repository.ts";
import { findConversation } from "./conversations.repository.ts";
import { listMessageRows } from "./messages.repository.ts";
import { presentDeskMessage, presentMessage } from "./support.presenter.ts";

const DEFAULT_LIMIT = 50;

interface MessageList {
  readonly conversationId: string | undefined;
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
}

/** Reads a page of messages with their files, and the cursor for the next page. */
async function readPage(
  context: AppContext,
  { conversationId, query }: MessageList,
  customerId?: string,
) {
  const { kysely } = context.db;
  const conversation =
    conversationId === undefined
      ? undefined
      : await findConversation(kysely, conversationId, customerId);
  if (conversation === undefined) {
    throw new Refusal("not_found");
  }
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const scope = `support-messages:${conversation.id}:${customerId ?? ""}`;
  const [before] = cursor === undefined ? [] : decodeCursor(context.keys, scope, cursor);
  const rows = await listMessageRows(kysely, {
    conversationId: conversation.id,
    withNotes: customerId === undefined,
    beforeSeq: before === undefined ? undefined : Number(before),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const files = Map.groupBy(
    await attachmentsOf(
      kysely,
      shown.map(({ id }) => id),
    ),
    ({ message_id: messageId }) => messageId,
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    conversation,
    messages: shown.map((row) => ({ row, files: files.get(row.id) ?? [] })),
    nextCursor: last === undefined ? null : encodeCursor(context.keys, scope, [String(last.seq)]),
  };
}

/**
 * Lists the messages in a customer's conversation, newest first.
 *
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function listMessages(
  context: AppContext,
  customerId: string,
  list: MessageList,
): Promise<{ data: Message[]; nextCursor: string | null }> {
  const { conversation, messages, nextCursor } = await readPage(context, list, customerId);
  const data = messages.map(({ row, files }) => presentMessage(row, files, conversation));
  return { data, nextCursor };
}

/**
 * Lists the messages in any conversation, including operators' notes.
 *
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function listDeskMessages(
  context: AppContext,
  list: MessageList,
): Promise<{ data: DeskMessage[]; nextCursor: string | null }> {
  const { conversation, messages, nextCursor } = await readPage(context, list);
  const data = messages.map(({ row, files }) => presentDeskMessage(row, files, conversation));
  return { data, nextCursor };
}
