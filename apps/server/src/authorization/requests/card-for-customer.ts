import { findStanding } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { periodIn, spendingWindows } from "../decision/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import { type PaymentCard, paymentCardOf } from "../holds/index.ts";

/** A card by its owner, for a payment that is played: its number stays where it is. */
export interface OwnCard {
  readonly customerId: string;
  readonly cardId: string | undefined;
}

/** The card as a payment sees it; null where it is missing or another customer's. */
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

/** Finds this one card whatever number is asked for. */
export function ownCardLookup(context: AppContext, own: OwnCard): PaymentCardLookup {
  return { find: () => findOwnCard(context, own) };
}
