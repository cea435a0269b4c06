import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { Leg, Movement } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { lockCard, updateCardStatus } from "./cards.repository.ts";
import type { CardRow } from "./cards.tables.ts";
import { ledgerClientKey } from "./client-key.ts";
import type { CardCommand } from "./freeze-card.ts";
import { isCardClosedBy } from "./movements.repository.ts";
import { getCard } from "./read-cards.ts";

export interface CloseCardCommand extends CardCommand {
  readonly idempotencyKey: string;
}

/**
 * Closes a card for ever. What it holds returns to the account it was funded from; what it owes is
 * paid from there. A refund that comes later goes to that account.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_has_holds`, `account_suspended` where an
 * operator blocked the card, `insufficient_funds` where the account cannot pay what the card owes,
 * `idempotency_mismatch` for a key that closed another card
 */
export async function closeCard(context: AppContext, command: CloseCardCommand): Promise<Card> {
  const { customerId, cardId } = command;
  const clientKey = ledgerClientKey("close", command.idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    const card = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (card === undefined) {
      throw new Refusal("not_found");
    }
    if (card.status !== "closed") {
      await emptyAccounts(context, tx, card, command, clientKey);
      await context.ledger.setAccountStatus(tx, card.card_account, "closed");
      await updateCardStatus(tx, card.id, "closed", context.clock.now());
    } else if (!(await isCardClosedBy(tx, customerId, card.id, clientKey))) {
      throw new Refusal("card_closed");
    }
    return getCard(context, customerId, card.id, tx);
  });
}

async function emptyAccounts(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  command: CloseCardCommand,
  clientKey: string,
): Promise<void> {
  // Changing the status locks the card's balance until this transaction ends, so what is read
  // below is what the sweep moves, and no authorisation can slip in between.
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
  if (own.heldMinor > 0n) {
    throw new Refusal("card_has_holds", { internal: `card ${card.id}` });
  }
  const [result] = await context.ledger.post(tx, [
    closing(context, card, command, clientKey, own.postedMinor, -receivable.postedMinor),
  ]);
  if (result?.outcome === "posted") {
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

function closing(
  context: AppContext,
  card: CardRow,
  command: CloseCardCommand,
  clientKey: string,
  postedMinor: bigint,
  owedMinor: bigint,
): Movement {
  const now = context.clock.now();
  const sweep: Leg = { type: "sweep", debit: card.card_account, credit: card.funding_account };
  const repayment: Leg = {
    type: "transfer",
    debit: card.funding_account,
    credit: card.receivable_account,
    amountMinor: owedMinor,
  };
  return {
    id: newId(now),
    customerId: card.customer_id,
    kind: "card_close",
    cardId: card.id,
    parentId: null,
    status: "completed",
    currency: card.currency,
    // What returns to the account; below that what the account paid for the card.
    amountMinor: owedMinor - postedMinor,
    feeMinor: 0n,
    title: "",
    data: { last4: card.last4 },
    eventAt: now,
    clientKey,
    legs: owedMinor > 0n ? [sweep, repayment] : [sweep],
    audit: [
      {
        action: "card.close",
        actor: command.actor,
        customerId: card.customer_id,
        object: card.id,
        outcome: "ok",
        requestId: command.requestId,
        data: {},
      },
    ],
  };
}
