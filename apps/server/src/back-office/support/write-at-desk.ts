import type { AttachmentInput } from "@tessera/contract/back-office/support.schemas";
import type { DeskMessage } from "@tessera/contract/back-office/support-desk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { maskCardNumbers } from "../../platform/telemetry/masking.ts";
import { attachmentsOf } from "./attachments/attachments.repository.ts";
import { clientKey } from "./client-key.ts";
import { lockConversation } from "./conversations.repository.ts";
import { type DeskActor, recordAct } from "./inbox/record-act.ts";
import { findMessageByKey, type WrittenMessage } from "./messages.repository.ts";
import { presentDeskMessage } from "./support.presenter.ts";
import type { ConversationRow } from "./support.tables.ts";
import { requireContent, writeMessage } from "./write-message.ts";

/** Who is writing, and in which conversation. */
export interface DeskWriting {
  readonly actor: DeskActor;
  /** UUID; undefined if the requested id is not valid. */
  readonly conversationId: string | undefined;
  readonly idempotencyKey: string;
}

interface Words {
  readonly kind: "message" | "note";
  readonly text: string;
  readonly attachments: readonly AttachmentInput[];
}

/**
 * Writes an operator's message and applies its effects, only once per key. Of a card number in it,
 * only the last four digits are kept.
 *
 * @throws Refusal `not_found`, `invalid_input`, `idempotency_mismatch`
 */
export async function writeAtDesk(
  context: AppContext,
  { actor, conversationId: id, idempotencyKey }: DeskWriting,
  { kind, text: typed, attachments }: Words,
  follow: (tx: Tx, conversation: ConversationRow, written: WrittenMessage) => Promise<void>,
): Promise<{ readonly message: DeskMessage; readonly customerId: string; readonly id: string }> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const text = maskCardNumbers(typed);
  const key = clientKey(actor.userId, `${id} ${kind}`, idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    const conversation = await lockConversation(tx, id);
    if (conversation === undefined) {
      throw new Refusal("not_found");
    }
    requireContent(text, attachments);
    const earlier = await findMessageByKey(tx, key);
    if (earlier !== undefined && earlier.text !== text) {
      throw new Refusal("idempotency_mismatch");
    }
    const { userId, username } = actor;
    const written =
      earlier ??
      (await writeMessage(tx, {
        ...{ conversationId: id, seq: conversation.last_seq + 1, kind, fromDesk: true, text },
        writer: { userId, username, ownerId: userId },
        ...{ attachments, clientKey: key, now: context.clock.now() },
      }));
    if (earlier === undefined) {
      await follow(tx, conversation, written);
      await recordAct(context, tx, actor, {
        action: kind === "note" ? "support.note" : "support.reply",
        customerId: conversation.customer_id,
        object: id,
        data: { message: written.id },
      });
    }
    const message = presentDeskMessage(
      written,
      await attachmentsOf(tx, [written.id]),
      conversation,
    );
    return { message, customerId: conversation.customer_id, id };
  });
}
