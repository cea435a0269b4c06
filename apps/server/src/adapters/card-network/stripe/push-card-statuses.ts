import type Stripe from "stripe";
import type { AppContext } from "../../../platform/context.ts";
import { claimDueStatuses, type DueStatus, settleStatus } from "./issuer-statuses.repository.ts";

const CARDS_AT_ONCE = 20;
/**
 * How long a status is leased for sending, which is longer than sending takes. When the lease
 * expires, the status is sent again.
 */
const LEASE_SECONDS = 60;

const STRIPE_STATUS = { active: "active", frozen: "inactive", closed: "canceled" } as const;

/**
 * Tells Stripe which cards are active, frozen or closed. Tessera applies a freeze to its own
 * decisions immediately, so Stripe's status is only a second line of defense.
 */
export async function pushCardStatuses(context: AppContext, stripe: Stripe): Promise<void> {
  const { kysely } = context.db;
  const due = await claimDueStatuses(kysely, CARDS_AT_ONCE, LEASE_SECONDS);
  await Promise.all(
    due.map(async (card) => {
      try {
        await tell(stripe, card);
        await settleStatus(kysely, card);
      } catch (error) {
        const { cardId } = card;
        context.log.warn({ err: error, cardId }, "card status could not be sent to Stripe yet");
      }
    }),
  );
}

/**
 * Sends one status to Stripe. First reads the card's current status from Stripe, since a canceled
 * card accepts no further updates, not even to the same status.
 */
async function tell(stripe: Stripe, { issuerCardId, status }: DueStatus): Promise<void> {
  const wanted = STRIPE_STATUS[status];
  const card = await stripe.issuing.cards.retrieve(issuerCardId);
  if (card.status !== wanted) {
    await stripe.issuing.cards.update(issuerCardId, { status: wanted });
  }
}
