import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { authoriseNamed } from "./authorise-named.ts";
import { clearAuthorisation } from "./clear-authorisation.ts";
import type { PaymentCardLookup } from "./payment-card-lookup.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";

/**
 * Takes a single message: it is decided as any authorisation is and, where it is approved, cleared
 * at once. A server that stops in between has answered nothing; the message sent again goes on
 * where it stopped, and a hold that nobody asks about any more lapses.
 */
export async function payAtOnce(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  networkReference: string | undefined,
): Promise<NetworkOutcome> {
  const outcome = await authoriseNamed(context, cards, request, networkReference);
  const { movementId: authorisationId } = outcome;
  if (outcome.approved && outcome.amountMinor > 0n) {
    try {
      await clearAuthorisation(context, { authorisationId, amount: undefined, final: true });
    } catch (error) {
      // It was cleared before and only the answer was lost, or it was given back meanwhile.
      if (!(error instanceof Refusal) || error.code !== "authorization_closed") {
        throw error;
      }
    }
  }
  return outcome;
}
