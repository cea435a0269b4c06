import type { CardSecrets } from "@tessera/contract/cards/cards.schemas";
import { requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import { type GivenProof, spendRevealProof } from "../../identity/sessions/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type CardCommand, lockCard } from "../lifecycle/index.ts";
import { cvvOf, findSecret, openPan } from "../vault/index.ts";
import { readBillingAddress } from "./read-billing-address.ts";

interface RevealCommand extends CardCommand {
  /** Null if Tessera itself reads the PAN, as the demo does in order to pay with the card. */
  readonly given: GivenProof | null;
}

/**
 * Returns the PAN and CVV of one of a customer's cards and consumes the step-up token. The audit
 * event is committed before the response is sent, and contains neither the PAN nor the CVV.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_number_elsewhere` if the issuer stores the PAN,
 * `withdrawals_on_hold` after a “not me” link was used, `proof_required`, `proof_invalid`,
 * `proof_stale`. A refused call does not consume the step-up token
 */
export async function revealCard(
  context: AppContext,
  command: RevealCommand,
): Promise<CardSecrets> {
  const { customerId, given } = command;
  const { card, sealed, cardId } = await inTransaction(context.db, async (tx) => {
    const { cardId } = command;
    if (given !== null) {
      await spendRevealProof(context, tx, { given, cardId: cardId ?? "" });
    }
    if (cardId === undefined) {
      throw new Refusal("not_found");
    }
    const own = await lockCard(tx, customerId, cardId);
    const secret = await findSecret(tx, customerId, cardId);
    if (own === undefined) {
      throw new Refusal("not_found");
    }
    await requireNoSecurityHold(tx, customerId);
    if (secret === undefined) {
      throw new Refusal("card_number_elsewhere");
    }
    if (own.status === "closed") {
      throw new Refusal("card_closed");
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "card.reveal",
        actor: command.actor,
        customerId,
        object: cardId,
        outcome: "ok",
        requestId: command.requestId,
        data: {},
      },
    ]);
    return { card: own, sealed: secret, cardId };
  });
  const billingAddress = await readBillingAddress(context, customerId, card.billing_address);
  const pan = openPan(context.keys, { cardId, customerId }, sealed);
  const expiry = { expiryMonth: card.expiry_month, expiryYear: card.expiry_year };
  return {
    pan,
    cvv: cvvOf(context.keys, { pan, ...expiry }),
    ...expiry,
    billingAddress,
  };
}
