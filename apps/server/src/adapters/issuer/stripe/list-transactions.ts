import Stripe from "stripe";
import type { StripeSettings } from "../../../platform/config/config.ts";
import { ProviderError } from "../../providers/provider-error.ts";
import { createStripeClient } from "./stripe-client.ts";

/** A transaction that Stripe has settled with the card network. */
export interface SettledTransaction {
  readonly id: string;
  /** Stripe's id of the card. */
  readonly cardId: string;
  /** ISO 4217, in capital letters. */
  readonly currency: string;
  /** In Stripe's smallest unit; negative if money left the card. */
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

const PAGE = 100;

function settledOf({ id, card, currency, amount, created }: Stripe.Issuing.Transaction) {
  if (!Number.isSafeInteger(amount)) {
    throw new ProviderError("Stripe named an amount that is not an integer");
  }
  return {
    ...{ id, cardId: typeof card === "string" ? card : card.id },
    ...{ currency: currency.toUpperCase(), amountMinor: BigInt(amount) },
    createdAt: new Date(created * 1_000),
  };
}

/**
 * Lists the transactions that Stripe created in a period, newest first, a page at a time.
 *
 * @throws ProviderError if Stripe cannot be read now
 */
export async function* listSettledTransactions(
  settings: StripeSettings,
  { from, to }: { readonly from: Date; readonly to: Date },
): AsyncGenerator<readonly SettledTransaction[]> {
  const stripe = createStripeClient(settings);
  const created = {
    gte: Math.floor(from.getTime() / 1_000),
    lte: Math.floor(to.getTime() / 1_000),
  };
  let after: string | undefined;
  for (;;) {
    const page = await asked(() =>
      stripe.issuing.transactions.list({
        created,
        limit: PAGE,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    if (page.data.length > 0) {
      yield page.data.map(settledOf);
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) {
      return;
    }
  }
}

/**
 * Finds a transaction at Stripe by its id.
 *
 * @throws ProviderError if Stripe cannot be read now
 */
export async function findSettledTransaction(
  settings: StripeSettings,
  id: string,
): Promise<SettledTransaction | undefined> {
  const stripe = createStripeClient(settings);
  try {
    return settledOf(await asked(() => stripe.issuing.transactions.retrieve(id)));
  } catch (error) {
    if (error instanceof ProviderError && error.cause instanceof Stripe.errors.StripeError) {
      if (error.cause.statusCode === 404) {
        return undefined;
      }
    }
    throw error;
  }
}

async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError
      ? new ProviderError("Stripe did not answer about its transactions", error)
      : error;
  }
}
