import { hash } from "node:crypto";
import type Stripe from "stripe";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { findEvent, type InboxEntry, insertEvent } from "./inbox.repository.ts";
import type { NetworkMessage } from "./network-message.ts";

/** The queue of messages that are processed after being acknowledged. */
export const EVENT_QUEUE = "stripe-event";

/** A verified message with its bytes. */
export interface SignedEvent {
  readonly event: Stripe.Event;
  readonly body: Buffer;
  readonly message: NetworkMessage;
}

/**
 * Stores a message in the inbox before it is processed.
 *
 * @param work what to write together with a new message
 * @returns the entry stored for an earlier copy, or undefined if the message is new
 * @throws Refusal `idempotency_mismatch` if another message has this id
 */
export async function receiveEvent(
  context: AppContext,
  { event, body, message }: SignedEvent,
  work: (tx: Tx) => Promise<void>,
): Promise<InboxEntry | undefined> {
  const objectId = message.kind === "asked" ? message.authorisationId : message.objectId;
  const bodyHash = hash("sha256", body, "buffer");
  const received = { id: event.id, type: event.type, objectId, bodyHash };
  const isNew = await inTransaction(context.db.urgent, async (tx) => {
    const isInserted = await insertEvent(tx, received, context.clock.now());
    if (isInserted) {
      await work(tx);
    }
    return isInserted;
  });
  if (isNew) {
    return undefined;
  }
  const earlier = await findEvent(context.db.urgent.kysely, event.id);
  if (earlier === undefined) {
    throw new Error(`event ${event.id} is neither new nor stored`);
  }
  if (earlier.type !== event.type || earlier.objectId !== objectId) {
    throw new Refusal("idempotency_mismatch", { internal: `event ${event.id} had other content` });
  }
  return earlier;
}
