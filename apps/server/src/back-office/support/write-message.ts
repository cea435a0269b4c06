import type { AttachmentInput } from "@tessera/contract/back-office/support.schemas";
import type { FieldCode } from "@tessera/contract/fields";
import type { Tx } from "../../platform/context.ts";
import { nameFor } from "../../platform/files/file-headers.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { claimAttachment, lockUnclaimed } from "./attachments/attachments.repository.ts";
import { insertMessage, type WrittenMessage } from "./messages.repository.ts";

/** The author of a message. */
export interface Writer {
  readonly userId: string;
  /** Owner of the attached files: the customer or the operator. */
  readonly ownerId: string;
  readonly username: string;
}

export interface Writing {
  readonly conversationId: string;
  readonly seq: number;
  readonly kind: "message" | "note";
  readonly fromDesk: boolean;
  readonly writer: Writer;
  readonly text: string;
  readonly attachments: readonly AttachmentInput[];
  readonly clientKey: string;
  readonly now: Date;
}

/**
 * Checks that a message has text or an attachment.
 * @throws Refusal `invalid_input` if it has neither
 */
export function requireContent(text: string, attachments: readonly unknown[]): void {
  if (text.trim() === "" && attachments.length === 0) {
    throw new Refusal("invalid_input", { fields: [{ path: "text", code: "required" }] });
  }
}

/**
 * Writes a message with its files. The caller assigns the message's position in the conversation.
 *
 * @throws Refusal `invalid_input`, naming each file that does not exist, belongs to someone else,
 * or was sent with another message
 */
export async function writeMessage(tx: Tx, writing: Writing): Promise<WrittenMessage> {
  const { writer, now } = writing;
  const row = {
    id: newId(now),
    conversation_id: writing.conversationId,
    seq: writing.seq,
    kind: writing.kind,
    from_desk: writing.fromDesk,
    person_id: writer.userId,
    text: writing.text,
    created_at: now,
    client_key: writing.clientKey,
  };
  await insertMessage(tx, row);
  await takeAlong(tx, row.id, writing);
  return { ...row, writer: writer.username };
}

const UNKNOWN: FieldCode = "unknown_id";

async function takeAlong(
  tx: Tx,
  messageId: string,
  { attachments, writer }: Writing,
): Promise<void> {
  if (attachments.length === 0) {
    return;
  }
  const ids = attachments.map(({ id }) => parseId("att", id) ?? "");
  const found = await lockUnclaimed(tx, writer.ownerId, [...new Set(ids)]);
  const byId = new Map(found.map((file) => [file.id, file]));
  const fields: { path: string; code: FieldCode }[] = [];
  for (const [place, { name }] of attachments.entries()) {
    const file = byId.get(ids[place] ?? "");
    if (file === undefined) {
      fields.push({ path: `attachments.${place}.id`, code: UNKNOWN });
      continue;
    }
    // A duplicate in the list counts as already sent.
    byId.delete(file.id);
    await claimAttachment(tx, file.id, {
      message_id: messageId,
      place,
      name: nameFor(file.kind, name),
    });
  }
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
}
