import type { CardSecrets } from "@tessera/contract/cards/cards.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { requireNoSecurityHold } from "../accounts/index.ts";
import { type CardCommand, lockCard } from "../cards/index.ts";
import { findSecret } from "./vault.repository.ts";
import { cvvOf, openPan } from "./vault.ts";

/**
 * The number and CVV of a customer's own card. The record of it is committed before anything is
 * answered, and the record holds neither.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_number_elsewhere` where its issuer keeps it,
 *   `withdrawals_on_hold` where somebody said “not me”
 */
export async function revealCard(context: AppContext, command: CardCommand): Promise<CardSecrets> {
  const { customerId, cardId } = command;
  if (cardId === undefined) {
    throw new Refusal("not_found");
  }
  const { card, sealed } = await inTransaction(context.db, async (tx) => {
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
    return { card: own, sealed: secret };
  });
  const pan = openPan(context.keys, { cardId, customerId }, sealed);
  const expiry = { expiryMonth: card.expiry_month, expiryYear: card.expiry_year };
  return {
    pan,
    cvv: cvvOf(context.keys, { pan, ...expiry }),
    ...expiry,
    billingAddress: card.billing_address,
  };
}
