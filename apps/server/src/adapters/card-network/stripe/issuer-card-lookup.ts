import { periodIn, spendingWindows } from "../../../authorization/decision/index.ts";
import { type PaymentCardLookup, paymentCardOf } from "../../../authorization/holds/index.ts";
import { findCardOfIssuer } from "../../../cards/issuance/index.ts";
import { findStanding } from "../../../cards/lifecycle/index.ts";
import type { AppContext } from "../../../platform/context.ts";

/**
 * Creates a lookup that always finds the card with Stripe's id `issuerCardId`, regardless of the
 * PAN.
 */
export function createIssuerCardLookup(
  { db, config }: AppContext,
  issuerCardId: string,
): PaymentCardLookup {
  return {
    async find(_pan, at) {
      const owner = await findCardOfIssuer(db.urgent.kysely, issuerCardId);
      const windows = spendingWindows(periodIn(config.timeZone, at));
      const standing =
        owner && (await findStanding(db.urgent.kysely, owner.customerId, owner.cardId, windows));
      return standing === undefined ? null : paymentCardOf(standing);
    },
  };
}
