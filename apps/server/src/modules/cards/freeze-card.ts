import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { lockCard, updateCardStatus } from "./cards.repository.ts";
import { getCard } from "./read-cards.ts";

export interface CardCommand {
  readonly customerId: string;
  readonly cardId: string | undefined;
  /** Who asks, for the record. */
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Freezes a card or lifts the customer's freeze. Doing it twice changes nothing.
 *
 * A freeze blocks new debits of the card's account in the ledger, in the same transaction as the
 * card's status. An authorisation decided a moment before on an active card is then refused by the
 * ledger itself, while what was authorised earlier still clears and refunds still arrive.
 *
 * @throws Refusal `not_found`, `card_closed`
 */
export async function setCardFrozen(
  context: AppContext,
  command: CardCommand,
  frozen: boolean,
): Promise<Card> {
  const { customerId, cardId } = command;
  const status = frozen ? "frozen" : "active";
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    if (locked.status === "closed") {
      throw new Refusal("card_closed");
    }
    const isChange = locked.status !== status;
    if (isChange) {
      await updateCardStatus(tx, locked.id, status, context.clock.now());
      const accountStatus = frozen ? "debits_blocked" : "open";
      const { card_account: account } = locked;
      const before = await context.ledger.setAccountStatus(tx, account, accountStatus);
      if (before === "blocked") {
        // An operator's block is not the customer's to lift, nor to weaken.
        await context.ledger.setAccountStatus(tx, account, "blocked");
      }
      await context.ledger.appendAudit(tx, [
        {
          action: frozen ? "card.freeze" : "card.unfreeze",
          actor: command.actor,
          customerId,
          object: locked.id,
          outcome: "ok",
          requestId: command.requestId,
          data: {},
        },
      ]);
    }
    return { card: await getCard(context, customerId, locked.id, tx), changed: isChange };
  });
  if (changed) {
    // No money moved, so nothing else tells open screens.
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}
