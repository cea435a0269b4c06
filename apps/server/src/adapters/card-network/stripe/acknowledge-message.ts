import type { AppContext } from "../../../platform/context.ts";
import { settleEvent } from "./inbox.repository.ts";
import { EVENT_QUEUE, receiveEvent, type SignedEvent } from "./receive-event.ts";

/**
 * Keeps a message that waits for no answer, with the work that it calls for: once both are written,
 * Stripe may forget it. A copy of an earlier one changes nothing.
 *
 * @throws Refusal `idempotency_mismatch` for the id of another message
 */
export async function acknowledgeMessage(context: AppContext, signed: SignedEvent): Promise<void> {
  const { event, message } = signed;
  await receiveEvent(context, signed, async (tx) => {
    await (message.kind === "ignored"
      ? settleEvent(tx, event.id, context.clock.now())
      : context.jobs.enqueue(tx, EVENT_QUEUE, { eventId: event.id }));
  });
}
