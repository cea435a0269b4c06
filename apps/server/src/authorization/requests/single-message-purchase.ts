import type { AppContext } from "../../platform/context.ts";
import { clearAuthorization } from "../clearing/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import type { NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import { claimMessages, type NetworkMessage, oneAtATime } from "../messages/index.ts";
import { answerPayment } from "./answer-payment.ts";
import { measuredAuthorization } from "./authorization-measures.ts";
import { authorize } from "./authorize.ts";
import { authorizeNamed } from "./authorize-named.ts";
import { beginPayment } from "./payments-in-progress.ts";

/** A payment request from the network. */
export interface AskedOfNetwork {
  readonly request: PaymentRequest;
  readonly networkReference: string | undefined;
  /**
   * A single message is decided like any authorization and, if approved, is cleared immediately.
   */
  readonly kind: "authorization" | "single message";
}

/**
 * Decides a payment and responds to it. A named payment may be sent again after a crash, or to
 * another server concurrently. The ledger contains it at most once, and the first response is
 * final. The response is stored before it is sent, so the network never receives a response that is
 * not stored.
 *
 * @param messages the payment's names, set together with `networkKey` in the request; empty for a
 * payment that the network did not name
 * @throws Refusal `message_id_used` if one of the names was used for different content,
 * `outcome_unknown` for a payment that must be sent again
 */
export function takePayment(
  context: AppContext,
  cards: PaymentCardLookup,
  messages: readonly NetworkMessage[],
  asked: AskedOfNetwork,
): Promise<NetworkOutcome> {
  return measuredAuthorization(context, () => answerOnce(context, cards, messages, asked));
}

async function answerOnce(
  context: AppContext,
  cards: PaymentCardLookup,
  messages: readonly NetworkMessage[],
  asked: AskedOfNetwork,
): Promise<NetworkOutcome> {
  const end = beginPayment(context);
  try {
    return await decideAndAnswer(context, cards, messages, asked);
  } finally {
    end();
  }
}

async function decideAndAnswer(
  context: AppContext,
  cards: PaymentCardLookup,
  messages: readonly NetworkMessage[],
  { request, networkReference, kind }: AskedOfNetwork,
): Promise<NetworkOutcome> {
  const [first] = messages;
  const { networkKey } = request;
  const isSingleMessage = kind === "single message";
  if (first === undefined || networkKey === undefined) {
    const outcome = await authorize(context, cards, request);
    if (isSingleMessage && outcome.approved && outcome.amountMinor !== 0n) {
      const { movementId: authorizationId } = outcome;
      const all = { amount: undefined, final: true };
      await clearAuthorization(context, {
        authorisationId: authorizationId,
        ...all,
        onlyOpen: true,
      });
    }
    return outcome;
  }
  const named = { ...request, networkKey };
  return oneAtATime(context, first, async () => {
    const earlier = await claimMessages(context, messages);
    const outcome = earlier ?? (await authorizeNamed(context, cards, named, networkReference));
    const names = messages.map(({ name }) => name);
    return answerPayment(context, cards, {
      names,
      request: named,
      networkReference,
      isSingleMessage,
      outcome,
    });
  });
}
