import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { priceSettled } from "../clearing/index.ts";
import { currencyOfCard, statedAmount } from "../conversion/index.ts";
import type { PaymentCard } from "../holds/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import { requireGiven, type Step } from "./apply-step.ts";
import { insertUnmatched } from "./unmatched.repository.ts";

/** The payment that a step describes. */
export interface StepPayment {
  readonly pan: string;
  /** The ISO 4217 code of the currency of the step's amount. */
  readonly currency: string;
  readonly merchant: Merchant;
}

interface KeptStep extends Step {
  readonly networkReference: string;
  readonly payment: StepPayment;
  readonly payer: PaymentCard | null;
}

/**
 * Stores a step whose authorization is not known yet, so that the step waits for it. Declines it if
 * the card is unknown, or if there is no rate for its currency.
 *
 * @throws Refusal `invalid_input`
 */
export async function keepUnmatched(
  context: AppContext,
  tx: Tx,
  { kind, amount, billing, final, networkReference, payment, payer, ...step }: KeptStep,
): Promise<NetworkOutcome> {
  const receivedAt = context.clock.now();
  const id = newId(receivedAt);
  const { currency: stated = payment.currency } = step;
  const { merchant } = payment;
  const currency = currencyOfCard(payer, stated);
  const declined = (code: string) => ({
    ...{ movementId: id, approved: false, code, amountMinor: 0n, currency },
  });
  if (payer === null) {
    return declined("card_not_found");
  }
  const text = kind === "reversal" ? amount : requireGiven(amount);
  const asked = text === undefined ? undefined : { amount: text, currency: stated, billing };
  const price =
    asked && (await priceSettled(context, tx, payer, statedAmount(asked), "force_post"));
  if (price !== undefined && "unpriced" in price) {
    return declined(price.unpriced);
  }
  const { amountMinor = null, exchange } = price ?? {};
  const isForeign = exchange !== undefined && exchange.by === "program";
  await insertUnmatched(tx, {
    id,
    networkReference,
    kind,
    customerId: payer.customerId,
    cardId: payer.id,
    currency,
    merchant,
    amountMinor,
    // The network's own amount in the card's currency stays as it is.
    merchantAmount: isForeign
      ? { amountMinor: exchange.merchantMinor, currency: exchange.currency }
      : null,
    final,
    receivedAt,
  });
  return {
    movementId: id,
    approved: true,
    code: "unmatched",
    amountMinor: amountMinor ?? 0n,
    currency,
  };
}
