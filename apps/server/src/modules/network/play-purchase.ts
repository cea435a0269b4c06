import { requireAmount } from "../../platform/amount-input.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { authorise } from "./authorise.ts";
import { clearAuthorisation } from "./clear-authorisation.ts";
import { categoryOf } from "./merchant-category.policy.ts";
import { findOwnCard, type OwnCard, ownCardLookup } from "./own-card.ts";
import type { NetworkOutcome } from "./payment-request.ts";

interface PurchaseInput extends OwnCard {
  /** A wire amount in the card's currency. */
  readonly amount: string;
}

const SHOP = { name: "Tessera Test Shop", mcc: "5734", country: "US" } as const;

/**
 * A customer pays with a card of their own at a pretend shop, for the sandbox. It is authorised and
 * cleared as any network's payment is; only that the card is found by its owner, so that its number
 * stays where it is. A decline is an answer too.
 *
 * @throws Refusal `not_found`
 */
export async function playPurchase(
  context: AppContext,
  input: PurchaseInput,
): Promise<NetworkOutcome> {
  const card = await findOwnCard(context, input);
  if (card === null) {
    throw new Refusal("not_found");
  }
  const outcome = await authorise(context, ownCardLookup(context, input), {
    pan: "",
    cvv: undefined,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    amountMinor: requireAmount(input.amount, card.currency),
    currency: card.currency,
    merchant: { ...SHOP, category: categoryOf(SHOP.mcc) },
  });
  if (outcome.approved) {
    const { movementId: authorisationId } = outcome;
    await clearAuthorisation(context, { authorisationId, amount: undefined, final: true });
  }
  return outcome;
}
