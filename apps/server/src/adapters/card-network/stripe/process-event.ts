import type Stripe from "stripe";
import type { AppContext } from "../../../platform/context.ts";
import { countFailedTry, findEvent, type InboxEntry, settleEvent } from "./inbox.repository.ts";
import { settleAuthorization, settleTransaction } from "./settle-authorization.ts";

/** Matches the number of attempts that the queue makes over about a day. */
const MAX_TRIES = 13;

/**
 * Processes a received message by querying Stripe for the facts. Processing it again has no effect.
 *
 * @throws Error if the message cannot be processed now, in which case it will be retried
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
      log.error({ err: error, eventId, type: entry.type }, "Stripe message failed permanently");
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
    await settleAuthorization(context, stripe, objectId);
  }
}
