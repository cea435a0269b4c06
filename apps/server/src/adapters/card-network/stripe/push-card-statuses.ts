import type Stripe from "stripe";
import type { AppContext } from "../../../platform/context.ts";
import { claimDueStatuses, type DueStatus, settleStatus } from "./issuer-statuses.repository.ts";

const CARDS_AT_ONCE = 20;
/** Longer than telling one card can take; after it the card is told again. */
const LEASE_SECONDS = 60;

const STRIPE_STATUS = { active: "active", frozen: "inactive", closed: "canceled" } as const;

/**
 * Tells Stripe which cards are active, frozen and closed. Tessera's own answer follows a freeze at
 * once; this is the second fence behind it.
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
        context.log.warn({ err: error, cardId }, "Stripe was not told of a card's status yet");
      }
    }),
  );
}

/** Asks first, since a cancelled card takes no further change, also not the same once more. */
async function tell(stripe: Stripe, { issuerCardId, status }: DueStatus): Promise<void> {
  const wanted = STRIPE_STATUS[status];
  const card = await stripe.issuing.cards.retrieve(issuerCardId);
  if (card.status !== wanted) {
    await stripe.issuing.cards.update(issuerCardId, { status: wanted });
  }
}
