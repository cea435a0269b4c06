import type Stripe from "stripe";
import { findHolder } from "../../../cards/issuance/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { selectUntold } from "../../issuer/stripe/stripe-cardholders.repository.ts";
import { bringCardholder } from "../../issuer/stripe/stripe-cardholders.ts";

const HOLDERS_AT_ONCE = 10;

/**
 * Sends Stripe the cardholders whose facts have been corrected since they were last sent. A
 * revision that Stripe refused is not sent again until the facts are corrected again.
 */
export async function pushHolders(context: AppContext, stripe: Stripe): Promise<void> {
  for (const customerId of await selectUntold(context.db.kysely, HOLDERS_AT_ONCE)) {
    const holder = await findHolder(context, customerId);
    try {
      if (holder !== undefined) {
        await bringCardholder(context, stripe, holder);
      }
    } catch (error) {
      // A refusal names the field. Any other error's message could repeat the facts, so it is not
      // logged.
      const reason = error instanceof Refusal ? error.message : String(Object(error).name);
      context.log.warn(
        { customerId, reason },
        "cardholder details could not be sent to Stripe yet",
      );
    }
  }
}
