import { findStanding } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { periodIn, spendingWindows } from "../decision/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import { type PaymentCard, paymentCardOf } from "../holds/index.ts";

/** A card identified by its owner and its id, for simulated payments, which need no card number. */
export interface OwnCard {
  readonly customerId: string;
  readonly cardId: string | undefined;
}

/**
 * Finds the card in the form payments use; null if it does not exist or belongs to another
 * customer.
 */
export async function findOwnCard(
  { db, clock, config }: AppContext,
  { customerId, cardId }: OwnCard,
): Promise<PaymentCard | null> {
  if (cardId === undefined) {
    return null;
  }
  const windows = spendingWindows(periodIn(config.timeZone, clock.now()));
  const standing = await findStanding(db.urgent.kysely, customerId, cardId, windows);
  return standing === undefined ? null : paymentCardOf(standing);
}

/** Returns a lookup that always finds this card, regardless of the number. */
export function ownCardLookup(context: AppContext, own: OwnCard): PaymentCardLookup {
  return { find: () => findOwnCard(context, own) };
}
