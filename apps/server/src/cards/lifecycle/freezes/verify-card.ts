import type { Card } from "@tessera/contract/cards/cards.schemas";
import { requireNoSecurityHold } from "../../../identity/security-hold/index.ts";
import { type GivenProof, spendVerifyProof } from "../../../identity/sessions/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { requireLiving } from "../card-refusals.ts";
import { lockCard } from "../cards.repository.ts";
import { getCard } from "../read-cards.ts";
import { listLayers } from "./card-freezes.repository.ts";
import { changeFreezes } from "./change-freezes.ts";
import type { CardCommand } from "./freeze-card.ts";

interface VerifyCommand extends CardCommand {
  readonly given: GivenProof;
}

/**
 * Lifts a card's verification hold for its owner, who confirms that the card is safe. Consumes the
 * step-up token, which must be bound to this card. All other layers stay, and the count of wrong
 * attempts starts over. If the card has no such hold, changes nothing and consumes no token, so
 * that a call whose response was lost can be retried with the same, already consumed token.
 *
 * @throws Refusal `proof_required`, `proof_invalid`, `proof_stale`, `not_found`, `card_closed`,
 * `card_closing`, `withdrawals_on_hold` while the account has a security hold. A refused call does
 * not consume the token
 */
export async function verifyCard(context: AppContext, command: VerifyCommand): Promise<Card> {
  const { customerId, cardId, given, actor, requestId } = command;
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    if (given.proof === undefined || given.proof === "") {
      throw new Refusal("proof_required");
    }
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(locked);
    if (!(await listLayers(tx, locked.id)).includes("verification")) {
      return { card: await getCard(context, customerId, locked.id, tx), changed: false };
    }
    await spendVerifyProof(context, tx, { given, cardId: locked.id });
    await requireNoSecurityHold(tx, customerId);
    const isChanged = await changeFreezes(context, tx, locked, {
      lift: ["verification"],
      actor,
      requestId,
    });
    return { card: await getCard(context, customerId, locked.id, tx), changed: isChanged };
  });
  if (changed) {
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}
