import type { AppContext } from "../../platform/context.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import type { NetworkMessage, NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import { postWithoutAuthorization } from "./post-without-authorization.ts";

/**
 * Posts a merchant's refund, whether or not it matches a purchase. A frozen card accepts refunds
 * too. For a closed card, the money goes to the account that funded the card. A refund first repays
 * what the card owes.
 *
 * @throws Refusal `message_id_used`
 */
export async function refundCard(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  message?: NetworkMessage,
): Promise<NetworkOutcome> {
  return postWithoutAuthorization(context, cards, request, { kind: "refund", message });
}
