import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { lockCard } from "../cards.repository.ts";
import { ledgerClientKey } from "../client-key.ts";
import { listLayers } from "../freezes/card-freezes.repository.ts";
import type { CardCommand } from "../freezes/freeze-card.ts";
import { isCardClosedBy } from "../movements.repository.ts";
import { getCard } from "../read-cards.ts";
import { beginClosing, keepClosing } from "./begin-closing.ts";
import { findClosing, isKeyOfOtherClosing } from "./card-closings.repository.ts";
import { closingMovement, endCard } from "./finish-closing.ts";

export interface CloseCardCommand extends CardCommand {
  readonly idempotencyKey: string;
  /**
   * Whether a card with pending payments is closed once they settle. If false, the call is rejected
   * while payments are pending.
   */
  readonly whenSettled: boolean;
}

/**
 * Closes a card permanently. Its balance returns to the account that funded it, which also pays a
 * negative balance and receives any later refund. A card with pending payments is `closing` until
 * they end, and cannot be reopened.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_has_holds` unless `whenSettled` is set,
 * `card_frozen_operator`, `account_suspended` if an operator blocked the card, `insufficient_funds`
 * if the account cannot pay what the card owes, `idempotency_mismatch` if the key was used to close
 * another card, or this card with another body
 */
export async function closeCard(context: AppContext, command: CloseCardCommand): Promise<Card> {
  const { customerId } = command;
  const { card, isNews } = await inTransaction(context.db, async (tx) => {
    const { cardId, waits } = await closeCardWithin(context, tx, command);
    return { card: await getCard(context, customerId, cardId, tx), isNews: waits };
  });
  if (isNews) {
    // No movement was posted, so nothing else notifies open screens.
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}

/**
 * Closes a card inside a transaction, like {@link closeCard}.
 *
 * @returns the card's UUID, and whether this call made the card wait. If so, notify open screens
 * after the commit
 * @throws Refusal for the same reasons as {@link closeCard}
 */
export async function closeCardWithin(
  context: AppContext,
  tx: Tx,
  command: CloseCardCommand,
): Promise<{ readonly cardId: string; readonly waits: boolean }> {
  const { customerId, cardId } = command;
  const clientKey = ledgerClientKey("close", command.idempotencyKey);
  const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
  if (locked === undefined) {
    throw new Refusal("not_found");
  }
  if (await isKeyOfOtherClosing(tx, customerId, locked.id, clientKey)) {
    throw new Refusal("idempotency_mismatch");
  }
  const waits = await closeOnce(context, tx, locked, command, clientKey);
  return { cardId: locked.id, waits };
}

/**
 * Closes a card, or makes it wait for its pending payments.
 *
 * @returns whether this call made the card wait
 */
async function closeOnce(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  command: CloseCardCommand,
  clientKey: string,
): Promise<boolean> {
  const asked = await findClosing(tx, card.id);
  const said = asked?.client_key === clientKey ? asked.when_settled : null;
  if (said !== null && said !== command.whenSettled) {
    throw new Refusal("idempotency_mismatch", { internal: `card ${card.id}: another body` });
  }
  if (card.status === "closed") {
    const isRepeat =
      asked?.client_key === clientKey ||
      (await isCardClosedBy(tx, card.customer_id, card.id, clientKey));
    if (!isRepeat) {
      throw new Refusal("card_closed");
    }
    return false;
  }
  if (card.status === "closing") {
    // The card is already closing, which is expected if this call is a retry.
    if (!command.whenSettled && asked?.client_key !== clientKey) {
      throw new Refusal("card_has_holds", { internal: `card ${card.id} is closing` });
    }
    return false;
  }
  if ((await listLayers(tx, card.id)).includes("operator")) {
    throw new Refusal("card_frozen_operator", { blockedBy: ["operator"] });
  }
  const postedMinor = await emptyable(context, tx, card);
  if (postedMinor.heldMinor === 0n) {
    await closeNow(context, tx, card, { ...command, ...postedMinor, clientKey });
    return false;
  }
  if (!command.whenSettled) {
    throw new Refusal("card_has_holds", { internal: `card ${card.id}` });
  }
  const { actor, requestId } = command;
  await beginClosing(context, tx, card, { clientKey, actor, requestId });
  return true;
}

interface Emptyable {
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly owedMinor: bigint;
}

async function emptyable(context: AppContext, tx: Tx, card: CardRow): Promise<Emptyable> {
  // Changing the status locks the card's balance until this transaction ends. The sweep therefore
  // moves exactly the balance read below, and no authorization can be approved in between.
  const before = await context.ledger.setAccountStatus(tx, card.card_account, "debits_blocked");
  if (before === "blocked") {
    throw new Refusal("account_suspended", { internal: `card ${card.id} is blocked` });
  }
  const balances = await context.ledger.balances(tx, [card.card_account, card.receivable_account]);
  const own = balances.find((balance) => balance.account === card.card_account);
  const receivable = balances.find((balance) => balance.account === card.receivable_account);
  if (own === undefined || receivable === undefined) {
    throw new Error(`card ${card.id} has no balance`);
  }
  const { postedMinor, heldMinor } = own;
  return { postedMinor, heldMinor, owedMinor: -receivable.postedMinor };
}

interface ClosingNow extends Emptyable {
  readonly clientKey: string;
  readonly actor: string;
  readonly requestId: string;
  readonly whenSettled: boolean;
}

async function closeNow(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  { postedMinor, owedMinor, clientKey, actor, requestId, whenSettled }: ClosingNow,
): Promise<void> {
  const movement = closingMovement(context, card, {
    postedMinor,
    repaidMinor: owedMinor,
    clientKey,
    actor,
    requestId,
  });
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome === "posted") {
    await keepClosing(context, tx, card, { clientKey, actor, requestId, whenSettled });
    await endCard(context, tx, card);
    return;
  }
  const reason = result?.outcome === "refused" ? result.reason : "no result";
  switch (reason) {
    case "insufficient":
      throw new Refusal("insufficient_funds", { internal: `card ${card.id} owes` });
    case "mismatch":
      throw new Refusal("idempotency_mismatch");
    default:
      throw new Error(`the ledger refused to close card ${card.id}: ${reason}`);
  }
}
