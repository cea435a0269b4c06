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

/** What Stripe's elements need to show a card's number, which itself never comes here. */
export interface StripeNumber {
  readonly elements: StripeElements;
  readonly nonce: string;
  readonly key: NumberKey;
}

/** How Stripe calls the console's languages. */
const LOCALES = { en: "en", "zh-CN": "zh", "zh-TW": "zh-TW" } as const;

/**
 * Has Stripe.js make a nonce and exchanges it, with the proof, for a key of minutes.
 *
 * @throws StripeUnreachable where Stripe's part fails or its key is refused, ApiError
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
  // Whoever closed the sheet meanwhile has not looked, and no look is recorded.
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

/** @throws StripeUnreachable where it takes longer than anybody waits */
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
