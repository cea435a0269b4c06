import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { authoriseNamed } from "./authorise-named.ts";
import { clearWithin } from "./clear-authorisation.ts";
import { answerNameOf } from "./network-key.ts";
import { settleAnswer } from "./network-messages.repository.ts";
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
  if (!outcome.approved || outcome.amountMinor === 0n) {
    return outcome;
  }
  const name = answerNameOf(request.networkKey ?? null);
  try {
    return await inTransaction(context.db, async (tx) => {
      // A server that lost the hold's outcome may have declined it: then nothing is cleared.
      const stands = name === undefined ? outcome : await settleAnswer(tx, [name], outcome);
      if (stands.approved) {
        const { movementId: authorisationId } = stands;
        await clearWithin(context, tx, { authorisationId, amount: undefined, final: true });
      }
      return stands;
    });
  } catch (error) {
    // It was cleared before and only the response was lost, or it was released meanwhile.
    if (error instanceof Refusal && error.code === "authorization_closed") {
      return outcome;
    }
    throw error;
  }
}
