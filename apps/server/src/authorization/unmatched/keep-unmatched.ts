import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentCard } from "../holds/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import { requireGiven, type Step } from "./apply-step.ts";
import { insertUnmatched } from "./unmatched.repository.ts";

/** The payment that a step describes. */
export interface StepPayment {
  readonly pan: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
}

interface KeptStep extends Step {
  readonly networkReference: string;
  readonly payment: StepPayment;
  readonly payer: PaymentCard | null;
}

/**
 * Stores a step whose authorization is not known yet, so that the step waits for it. Declines it if
 * the card is unknown or in another currency.
 *
 * @throws Refusal `invalid_input`
 */
export async function keepUnmatched(
  context: AppContext,
  tx: Tx,
  { kind, amount, final, networkReference, payment, payer }: KeptStep,
): Promise<NetworkOutcome> {
  const receivedAt = context.clock.now();
  const id = newId(receivedAt);
  const { currency, merchant } = payment;
  if (payer === null || payer.currency !== currency) {
    const code = payer === null ? "card_not_found" : "currency_blocked";
    return { movementId: id, approved: false, code, amountMinor: 0n, currency };
  }
  const text = kind === "reversal" ? amount : requireGiven(amount);
  const amountMinor = text === undefined ? null : requireAmount(text, currency);
  await insertUnmatched(tx, {
    id,
    networkReference,
    kind,
    customerId: payer.customerId,
    cardId: payer.id,
    currency,
    merchant,
    amountMinor,
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
