import { houseAccount, type Movement } from "@tessera/ledger";
import { indebted, lockCard, repayDebt } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import { type NetworkMessage, oncePerMessage } from "../messages/index.ts";
import { findRefund, type Refund } from "./refunds.repository.ts";

export interface ReverseRefundInput {
  readonly refundId: string | undefined;
  /** The amount in wire format; if absent, the remainder of the refund is reversed. */
  readonly amount: string | undefined;
}

/**
 * Reverses all or part of a merchant's refund. The reversal may take the card below zero, because
 * the money was never the customer's to spend. Limits do not change, because the refund did not
 * change them either.
 *
 * @throws Refusal `not_found`, `refund_reversed` if nothing is left, `message_id_used`,
 * `invalid_input` for a zero amount or for more than is left
 */
export async function reverseRefund(
  context: AppContext,
  { refundId, amount }: ReverseRefundInput,
  message?: NetworkMessage,
): Promise<NetworkOutcome> {
  return oncePerMessage(context, message, async (tx) => {
    const { refund, card } = await lockRefund(tx, refundId);
    const { leftMinor, currency } = refund;
    if (leftMinor === 0n) {
      throw new Refusal("refund_reversed");
    }
    const backMinor = amount === undefined ? leftMinor : requireAmount(amount, currency);
    if (backMinor > leftMinor) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "out_of_range" }] });
    }
    const movement = reversalOf(context, refund, card, backMinor);
    const [result] = await context.ledger.post(tx, [movement]);
    if (result?.outcome !== "posted") {
      const reason = result?.outcome === "refused" ? result.reason : "no result";
      throw new Error(`the ledger refused to reverse refund ${refund.id}: ${reason}`);
    }
    await repayDebt(context, tx, indebted(card), refund.id);
    const { id: movementId } = movement;
    return { movementId, approved: true, code: "approved", amountMinor: backMinor, currency };
  });
}

async function lockRefund(
  tx: Tx,
  refundId: string | undefined,
): Promise<{ readonly refund: Refund; readonly card: CardRow }> {
  const found = refundId === undefined ? undefined : await findRefund(tx, refundId);
  const card = found && (await lockCard(tx, found.customerId, found.cardId));
  // Reads the refund again, since a concurrent reversal may have been holding the lock.
  const refund = found && (await findRefund(tx, found.id));
  if (refund === undefined || card === undefined) {
    throw new Refusal("not_found");
  }
  return { refund, card };
}

function reversalOf(
  context: AppContext,
  { id, customerId, currency, merchant, leftMinor }: Refund,
  card: CardRow,
  backMinor: bigint,
): Movement {
  const now = context.clock.now();
  const isWhole = backMinor === leftMinor;
  return {
    id: newId(now),
    customerId,
    kind: "return_reversal",
    cardId: card.id,
    parentId: id,
    status: "completed",
    currency,
    amountMinor: -backMinor,
    feeMinor: 0n,
    title: merchant.name,
    data: isWhole ? {} : { labels: ["partial"] },
    eventAt: now,
    clientKey: null,
    legs: [
      {
        type: "forced",
        debit: indebted(card).cardAccount,
        credit: houseAccount("network_settlement", currency),
        amountMinor: backMinor,
        shortfallFrom: card.receivable_account,
      },
    ],
    statusChanges: [
      isWhole
        ? { movementId: id, status: "cancelled" }
        : { movementId: id, status: "completed", amountMinor: leftMinor - backMinor },
    ],
  };
}
