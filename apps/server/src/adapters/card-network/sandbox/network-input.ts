import type {
  AuthorizeBody,
  ClearBody,
  UnaskedBody,
} from "@tessera/contract/simulator/sandbox.schemas";
import { statedAmount } from "../../../authorization/conversion/index.ts";
import type { StepAmount } from "../../../authorization/holds/index.ts";
import type { AuthorizationName, PaymentRequest } from "../../../authorization/messages/index.ts";
import {
  categoryOf,
  fingerprintOf,
  type NetworkMerchant,
  type NetworkMessage,
  networkKeyOf,
} from "../../../authorization/messages/index.ts";
import type { NetworkStep } from "../../../authorization/requests/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { parseId } from "../../../platform/ids.ts";

function merchantOf(merchant: NetworkMerchant) {
  return { ...merchant, category: categoryOf(merchant.mcc) };
}

/**
 * Converts the body of a force post to a payment request.
 *
 * @throws Refusal `invalid_input` for an invalid amount
 */
export function requestOf(body: UnaskedBody): PaymentRequest {
  const { pan, expiryMonth, expiryYear, cvv } = body;
  return {
    pan,
    expiryMonth,
    expiryYear,
    cvv,
    ...statedAmount(body),
    merchant: merchantOf(body.merchant),
  };
}

/**
 * Converts the body of an authorization request to a payment request.
 *
 * @throws Refusal `invalid_input` for an invalid amount
 */
export function paymentRequestOf(body: AuthorizeBody): PaymentRequest {
  const { networkReference, messageId, presence, partialApproval: takesPart } = body;
  const networkKey = networkKeyOf(networkReference, messageId);
  return { ...requestOf(body), presence, takesPart, networkKey };
}

interface MessageBody {
  readonly messageId?: string | undefined;
}

/** Returns the message's name and fingerprint; undefined if the network sent no message id. */
export function messageOf(
  context: AppContext,
  operation: string,
  { messageId, ...content }: MessageBody,
): NetworkMessage | undefined {
  return messageId === undefined
    ? undefined
    : {
        name: `message:${messageId}`,
        fingerprint: fingerprintOf(context, operation, content),
      };
}

/**
 * Returns up to two names: one for the message itself, and one shared by all messages about the
 * payment.
 */
export function messagesOfPayment(
  context: AppContext,
  operation: string,
  { messageId, networkReference, ...content }: AuthorizeBody,
): NetworkMessage[] {
  const names = [
    ...(messageId === undefined ? [] : [`message:${messageId}`]),
    ...(networkReference === undefined ? [] : [`authorisation:${networkReference}`]),
  ];
  if (names.length === 0) {
    return [];
  }
  const fingerprint = fingerprintOf(context, operation, { ...content, networkReference });
  return names.map((name) => ({ name, fingerprint }));
}

interface NamedBody {
  readonly authorizationId?: string | undefined;
  readonly networkReference?: string | undefined;
}

/** Returns the authorization that a body refers to. An invalid id matches no authorization. */
export function nameOf({ authorizationId, networkReference }: NamedBody): AuthorizationName {
  return {
    authorisationId: authorizationId === undefined ? undefined : parseId("auth", authorizationId),
    networkReference,
  };
}

/** Returns the amount of a step as the network states it. */
export function amountOf({ amount, currency, billing }: AmountBody): StepAmount {
  return { amount, currency, billing };
}

type AmountBody = Pick<ClearBody, "amount" | "currency" | "billing">;
type StepBody = NamedBody &
  Pick<ClearBody, "amount" | "currency" | "billing" | "payment" | "final">;

export function stepOf(kind: NetworkStep["kind"], body: StepBody): NetworkStep {
  const { amount, payment, currency = payment?.currency, billing, final = true } = body;
  return {
    ...nameOf(body),
    kind,
    ...{ amount, currency, billing },
    final,
    payment: payment && { ...payment, merchant: merchantOf(payment.merchant) },
  };
}
