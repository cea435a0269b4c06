import type { AppContext } from "../../../platform/context.ts";
import { settleEvent } from "./inbox.repository.ts";
import { EVENT_QUEUE, receiveEvent, type SignedEvent } from "./receive-event.ts";

/**
 * Stores a message that needs no decision, along with its follow-up job. After the commit, Stripe
 * does not need to resend the message. A duplicate changes nothing.
 *
 * @throws Refusal `idempotency_mismatch` if another message has this id
 */
export async function acknowledgeMessage(context: AppContext, signed: SignedEvent): Promise<void> {
  const { event, message } = signed;
  await receiveEvent(context, signed, async (tx) => {
    await (message.kind === "ignored"
      ? settleEvent(tx, event.id, context.clock.now())
      : context.jobs.enqueue(tx, EVENT_QUEUE, { eventId: event.id }));
  });
}
