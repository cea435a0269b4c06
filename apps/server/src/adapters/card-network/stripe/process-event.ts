import type Stripe from "stripe";
import type { AppContext } from "../../../platform/context.ts";
import { countFailedTry, findEvent, type InboxEntry, settleEvent } from "./inbox.repository.ts";
import { settleAuthorisation, settleTransaction } from "./settle-authorization.ts";

/** As often as the queue tries: about a day in all. */
const MAX_TRIES = 13;

/**
 * Does what a received message calls for, by what Stripe says when it is asked. A message that is
 * done does nothing more.
 *
 * @throws Error where it cannot be done now; it is tried again
 */
export async function processEvent(
  context: AppContext,
  stripe: Stripe,
  eventId: string,
): Promise<void> {
  const { db, clock, log } = context;
  const entry = await findEvent(db.kysely, eventId);
  if (entry === undefined || entry.state === "done") {
    return;
  }
  try {
    await apply(context, stripe, entry);
    await settleEvent(db.kysely, eventId, clock.now());
  } catch (error) {
    if (await countFailedTry(db.kysely, eventId, MAX_TRIES)) {
      log.error({ err: error, eventId, type: entry.type }, "a message of Stripe has failed");
    }
    throw error;
  }
}

async function apply(
  context: AppContext,
  stripe: Stripe,
  { type, objectId }: InboxEntry,
): Promise<void> {
  if (type === "issuing_transaction.created") {
    await settleTransaction(context, stripe, objectId);
  } else {
    await settleAuthorisation(context, stripe, objectId);
  }
}
