import Stripe from "stripe";
import type { StripeSettings } from "../../../platform/config/config.ts";
import { ProviderError } from "../../providers/provider-error.ts";
import { createStripeClient } from "./stripe-client.ts";

/**
 * Reads what the program has deposited with Stripe for its cards, in minor units by currency.
 *
 * @throws ProviderError if Stripe cannot be read now
 */
export async function readIssuingBalance(
  settings: StripeSettings,
): Promise<ReadonlyMap<string, bigint>> {
  try {
    const { issuing } = await createStripeClient(settings).balance.retrieve();
    const available = issuing?.available ?? [];
    return new Map(
      available.map(({ currency, amount }) => [currency.toUpperCase(), BigInt(amount)]),
    );
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError
      ? new ProviderError("Stripe did not answer about its balance", error)
      : error;
  }
}
