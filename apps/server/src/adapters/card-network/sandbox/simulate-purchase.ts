import { hash } from "node:crypto";
import type { NetworkOutcome } from "../../../authorization/messages/index.ts";
import {
  answerNameOf,
  categoryOf,
  fingerprintOf,
  purchaseKeyOf,
} from "../../../authorization/messages/index.ts";
import {
  findOwnCard,
  type OwnCard,
  ownCardLookup,
  takePayment,
} from "../../../authorization/requests/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { requireAmount } from "../../../platform/http/amount-input.ts";
import { Refusal } from "../../../platform/http/refusal.ts";

export interface PurchaseInput extends OwnCard {
  /** A decimal amount in the card's currency. */
  readonly amount: string;
  readonly idempotencyKey: string;
}

const SHOP = { name: "Tessera Test Shop", mcc: "5734", country: "US" } as const;

/**
 * Pays with a customer's own card at a simulated merchant in the sandbox. The payment is authorized
 * and cleared like any network payment, except that the card is looked up by its owner instead of
 * its PAN. The idempotency key identifies the payment in the ledger, which accepts a payment only
 * once, even across servers and after a crash. A decline is returned rather than thrown.
 *
 * @throws Refusal `not_found`, `invalid_input`, `outcome_unknown`, `idempotency_mismatch` if the
 * key was used for another purchase
 */
export async function playPurchase(
  context: AppContext,
  input: PurchaseInput,
): Promise<NetworkOutcome> {
  const card = await findOwnCard(context, input);
  if (card === null) {
    throw new Refusal("not_found");
  }
  const { customerId, cardId, amount, idempotencyKey } = input;
  const request = {
    pan: "",
    cvv: undefined,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    amountMinor: requireAmount(amount, card.currency),
    currency: card.currency,
    merchant: { ...SHOP, category: categoryOf(SHOP.mcc) },
    networkKey: purchaseKeyOf(hash("sha256", `${customerId} ${idempotencyKey}`, "base64url")),
  };
  const message = {
    name: answerNameOf(request.networkKey) ?? "",
    fingerprint: fingerprintOf(context, "purchase", { cardId, amount }),
  };
  try {
    const asked = { kind: "single message", request, networkReference: undefined } as const;
    return await takePayment(context, ownCardLookup(context, input), [message], asked);
  } catch (error) {
    throw error instanceof Refusal && error.code === "message_id_used"
      ? new Refusal("idempotency_mismatch", { cause: error })
      : error;
  }
}
