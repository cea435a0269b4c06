import { periodIn, spendingWindows } from "../../../authorization/decision/index.ts";
import { type PaymentCardLookup, paymentCardOf } from "../../../authorization/holds/index.ts";
import { findCardOfIssuer } from "../../../cards/issuance/index.ts";
import { findStanding } from "../../../cards/lifecycle/index.ts";
import type { AppContext } from "../../../platform/context.ts";

/** Finds the one card that Stripe calls `issuerCardId`, whatever number is asked for. */
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
