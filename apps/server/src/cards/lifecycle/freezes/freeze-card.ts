import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { requireLiving } from "../card-refusals.ts";
import { lockCard } from "../cards.repository.ts";
import { getCard } from "../read-cards.ts";
import { changeFreezes, type FreezeChange } from "./change-freezes.ts";

export interface CardCommand {
  readonly customerId: string;
  readonly cardId: string | undefined;
  /** Who is freezing or unfreezing the card, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

const FREEZE: Pick<FreezeChange, "set"> = { set: { layer: "customer", reason: "requested" } };
/**
 * Also lifts a rule's freeze, because the owner who unfreezes the card confirms that the activity
 * was theirs.
 */
const UNFREEZE: Pick<FreezeChange, "lift"> = { lift: ["customer", "risk"] };

/**
 * Freezes a card, or lifts the layers that its owner may lift: the owner's own freeze and a rule's
 * freeze. An operator's freeze stays, and is listed in the card's `freezes`. Repeating the call
 * changes nothing.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_closing`
 */
export async function setCardFrozen(
  context: AppContext,
  { customerId, cardId, actor, requestId }: CardCommand,
  frozen: boolean,
): Promise<Card> {
  const change = { ...(frozen ? FREEZE : UNFREEZE), actor, requestId };
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(locked);
    const isChanged = await changeFreezes(context, tx, locked, change);
    return { card: await getCard(context, customerId, locked.id, tx), changed: isChanged };
  });
  if (changed) {
    // No movement was posted, so nothing else notifies open screens.
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}
