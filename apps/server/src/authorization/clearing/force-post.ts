import type { AppContext } from "../../platform/context.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import type { NetworkMessage, NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import { postWithoutAuthorization } from "./post-without-authorization.ts";

/**
 * Posts a clearing that was never authorized. The scheme's rules oblige the program to pay it, so
 * it is never declined because of insufficient funds, limits or a freeze. The card pays what it can
 * and owes the rest.
 *
 * @throws Refusal `message_id_used`
 */
export async function forcePost(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  message?: NetworkMessage,
): Promise<NetworkOutcome> {
  return postWithoutAuthorization(context, cards, request, { kind: "force_post", message });
}
