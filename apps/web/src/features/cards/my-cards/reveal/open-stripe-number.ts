import type { StripeElements } from "@stripe/stripe-js";
import {
  createNumberKey,
  getNumberElement,
} from "@tessera/contract/authorization/stripe-issuing.endpoints";
import type { NumberKey } from "@tessera/contract/authorization/stripe-issuing.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { loadStripe } from "./load-stripe.ts";
import { STRIPE_PATIENCE_MS, StripeUnreachable } from "./stripe-unreachable.ts";
import type { Asking } from "./use-secrets.ts";

/**
 * Everything Stripe's elements need to show a card number. The number itself never reaches our
 * code.
 */
export interface StripeNumber {
  readonly elements: StripeElements;
  readonly nonce: string;
  readonly key: NumberKey;
}

/** Stripe's locale codes for the languages of the console. */
const LOCALES = { en: "en", "zh-CN": "zh", "zh-TW": "zh-TW" } as const;

/**
 * Creates a nonce with Stripe.js and exchanges it and the step-up token for a short-lived key.
 *
 * @throws StripeUnreachable if Stripe fails or rejects its own nonce; ApiError
 */
export async function openStripeNumber(
  cardId: string,
  locale: keyof typeof LOCALES,
  { proof, signal, onSpend }: Asking,
): Promise<StripeNumber> {
  const params = { id: cardId };
  const { publishableKey, issuerCardId } = await call(getNumberElement, { params, signal });
  const stripe = await inTime(loadStripe(publishableKey));
  const { nonce, error } = await inTime(
    stripe.createEphemeralKeyNonce({ issuingCard: issuerCardId }),
  );
  if (nonce === undefined) {
    throw new StripeUnreachable("Stripe made no nonce", { cause: error });
  }
  // If the sheet has been closed by now, nothing was revealed, so a reveal must not be recorded.
  signal.throwIfAborted();
  onSpend();
  const key = await call(createNumberKey, { params, body: { nonce }, proof, signal }).catch(
    (refusal: unknown) => {
      throw isNonceRefused(refusal)
        ? new StripeUnreachable("Stripe did not take its nonce", { cause: refusal })
        : refusal;
    },
  );
  return { elements: stripe.elements({ locale: LOCALES[locale] }), nonce, key };
}

function isNonceRefused(error: unknown): boolean {
  return error instanceof ApiError && error.fieldMessage("nonce") !== undefined;
}

/**
 * Returns the promise's result, or rejects after a timeout of {@link STRIPE_PATIENCE_MS}.
 *
 * @throws StripeUnreachable
 */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StripeUnreachable("Stripe takes too long")),
      STRIPE_PATIENCE_MS,
    );
    work
      .catch((error: unknown) => {
        throw new StripeUnreachable("Stripe failed", { cause: error });
      })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
