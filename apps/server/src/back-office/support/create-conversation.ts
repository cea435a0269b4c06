import type {
  Conversation,
  CreateConversation,
} from "@tessera/contract/back-office/support.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { maskCardNumbers } from "../../platform/telemetry/masking.ts";
import { clientKey } from "./client-key.ts";
import {
  countUnresolved,
  findByClientKey,
  findConversation,
  insertConversation,
  updateConversation,
} from "./conversations.repository.ts";
import { readFacts } from "./inbox/read-facts.ts";
import { presentConversation } from "./support.presenter.ts";
import { tellBothSides } from "./tell-both-sides.ts";
import { requireContent, type Writer, writeMessage } from "./write-message.ts";

/** Maximum number of unresolved conversations per customer. Nobody needs more at once. */
const MOST_UNRESOLVED = 30;

/** A customer who writes to support. */
export type CustomerWriter = Writer & { readonly customerId: string };

interface NewConversation {
  readonly writer: CustomerWriter;
  readonly body: CreateConversation;
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

/**
 * Starts a conversation and attaches the current facts about its subject. Repeated calls with the
 * same key start only one conversation. Of a card number in it, only the last four digits are kept.
 *
 * @throws Refusal `not_found` if the subject does not belong to the customer; `invalid_input`;
 * `too_many_conversations`; `idempotency_mismatch`
 */
export async function createConversation(
  context: AppContext,
  { writer, body, locale, idempotencyKey }: NewConversation,
): Promise<Conversation> {
  const { customerId } = writer;
  const { about, article = null, attachments = [] } = body;
  const [subject, text] = [maskCardNumbers(body.subject), maskCardNumbers(body.text)];
  requireContent(text, attachments);
  const facts =
    about === undefined ? null : await readFacts(context, { customerId, locale, ...about });
  const now = context.clock.now();
  const key = clientKey(writer.userId, "conversations", idempotencyKey);
  const id = newId(now);
  const row = {
    ...{ id, customer_id: customerId, subject, facts, article, client_key: key },
    ...({ status: "open", assignee_id: null, snoozed_until: null, resolved_at: null } as const),
    ...{ last_seq: 1, last_message_id: id, last_at: now, created_at: now },
    ...{ customer_read_seq: 1, desk_unread: 1, mail_due_at: null, mailed_at: null },
  };
  const view = await inTransaction(context.db, async (tx) => {
    const earlier = await earlierOf(tx, key, subject);
    if (earlier !== undefined) {
      return earlier;
    }
    const isFull = (await countUnresolved(tx, customerId)) >= MOST_UNRESOLVED;
    if (isFull || !(await insertConversation(tx, row))) {
      // Another server may have used the same key in the meantime and taken the last free slot.
      const twin = await earlierOf(tx, key, subject);
      if (twin === undefined && isFull) {
        throw new Refusal("too_many_conversations");
      }
      return twin;
    }
    const message = await writeMessage(tx, {
      ...{ conversationId: id, seq: 1, kind: "message", fromDesk: false, writer },
      ...{ text, attachments, clientKey: key, now },
    });
    await updateConversation(tx, id, { last_message_id: message.id });
    return findConversation(tx, id);
  });
  if (view === undefined) {
    throw new Error("a conversation that was just written does not exist");
  }
  await tellBothSides(context, { id: view.id, customerId });
  return presentConversation(view);
}

async function earlierOf(tx: Tx, key: string, subject: string) {
  const earlier = await findByClientKey(tx, key);
  if (earlier !== undefined && earlier.subject !== subject) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}
