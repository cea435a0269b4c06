import { programSettings } from "../../../back-office/program/index.ts";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import { changeFreezes } from "./change-freezes.ts";
import { enqueueVerificationMails } from "./verification-mails.ts";
import {
  countWrongTries,
  deleteOldWrongTries,
  deleteWrongTries,
  insertWrongTry,
} from "./wrong-tries.repository.ts";

const WINDOW_HOURS = 24;
const WINDOW_MS = WINDOW_HOURS * 3_600_000;

/**
 * Counts a wrong expiry date or CVV against a locked card, and sets a verification hold once the
 * program's threshold for 24 hours is reached (decision 0145). The hold, its audit event, its email
 * and the count are all written in this transaction. The card's lock serializes attempts across
 * servers, so only one attempt reaches the threshold and sets the hold.
 *
 * Counts nothing for a card that cannot pay anyway. Its payments are declined for that reason, so a
 * guess reveals nothing.
 *
 * @param movementId the declined payment, which counts only once
 * @returns whether the hold was set
 */
export async function countWrongTry(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  movementId: string,
): Promise<boolean> {
  if (card.status !== "active") {
    return false;
  }
  const now = context.clock.now();
  await insertWrongTry(tx, { movementId, cardId: card.id, at: now });
  const since = new Date(now.getTime() - WINDOW_MS);
  const wrongTries = await countWrongTries(tx, card.id, since);
  const { tries } = await programSettings(context, tx);
  if (wrongTries < tries.wrongPerCard) {
    return false;
  }
  await changeFreezes(context, tx, card, {
    set: { layer: "verification", reason: "wrong_details" },
    actor: "risk",
    requestId: null,
    detail: { movementId, wrongTries, hours: WINDOW_HOURS },
  });
  await deleteWrongTries(tx, card.id);
  const { customer_id: customerId, id, last4 } = card;
  await enqueueVerificationMails(context, tx, { customerId, cardId: id, last4, wrongTries });
  const body = { customerId, cardId: wireId("card", id) };
  await context.ledger.appendEvents(tx, [{ topic: "card", body }]);
  return true;
}

/** Starts the job that deletes attempts older than the 24-hour window. */
export function startForgettingTries(context: AppContext): void {
  context.jobs.hourly("wrong-tries", () =>
    deleteOldWrongTries(context.db.kysely, new Date(context.clock.now().getTime() - WINDOW_MS)),
  );
}
