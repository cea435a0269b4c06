import type {
  Card,
  FreezeReason,
  OperatorLiftedLayer,
} from "@tessera/contract/cards/cards.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { lockAnyCard } from "../cards.repository.ts";
import { getCard } from "../read-cards.ts";
import { changeFreezes, type FreezeChange } from "./change-freezes.ts";
import { enqueueFreezeMails } from "./freeze-mails.ts";

export interface OperatorCommand {
  readonly cardId: string | undefined;
  /** The operator, for the audit log. */
  readonly actor: string;
  readonly role: string;
  readonly requestId: string;
  readonly note: string | undefined;
}

/**
 * Freezes any customer's card until an operator lifts the freeze. A closing card then waits for the
 * freeze to be lifted, and its money stays on the card.
 *
 * @throws Refusal `forbidden` for an auditor, `not_found`, `card_closed`
 */
export async function freezeAsOperator(
  context: AppContext,
  command: OperatorCommand,
  reason: FreezeReason,
): Promise<Card> {
  return change(context, command, { set: { layer: "operator", reason } });
}

/**
 * Lifts the operator's freeze or a verification hold. All other layers stay.
 *
 * @throws Refusal `forbidden` for an auditor, `not_found`, `card_closed`
 */
export async function unfreezeAsOperator(
  context: AppContext,
  command: OperatorCommand,
  layer: OperatorLiftedLayer,
): Promise<Card> {
  return change(context, command, { lift: [layer] });
}

async function change(
  context: AppContext,
  { cardId, actor, role, requestId, note }: OperatorCommand,
  wanted: Pick<FreezeChange, "set" | "lift">,
): Promise<Card> {
  if (role === "auditor") {
    // Auditors have read-only access.
    throw new Refusal("forbidden");
  }
  const detail = note === undefined ? {} : { note };
  const { set } = wanted;
  const { card, customerId, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockAnyCard(tx, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    if (locked.status === "closed") {
      throw new Refusal("card_closed");
    }
    const isChanged = await changeFreezes(context, tx, locked, {
      ...wanted,
      actor,
      requestId,
      detail,
    });
    const { customer_id: owner } = locked;
    if (isChanged) {
      await enqueueFreezeMails(context, tx, {
        customerId: owner,
        last4: locked.last4,
        reason: set?.reason,
      });
    }
    const shown = await getCard(context, owner, locked.id, tx);
    return { card: shown, customerId: owner, changed: isChanged };
  });
  if (changed) {
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}
