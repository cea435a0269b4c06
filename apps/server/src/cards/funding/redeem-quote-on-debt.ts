import type { Movement, Result } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { lockCard, repayDebt } from "../lifecycle/index.ts";
import type { QuotedCard } from "./quotes.repository.ts";

/**
 * Redeems a quote for a card with a negative balance. A load repays the debt first, and nothing can
 * be unloaded until the debt is repaid. Since this is rare, using a transaction and a lock is
 * acceptable.
 *
 * @returns the charge, and the card's balance after the charge and the repayment
 */
export async function spendQuoteOnDebt(
  context: AppContext,
  quote: QuotedCard,
  movement: Movement,
): Promise<{ readonly result: Result; readonly cardMinor: bigint }> {
  return inTransaction(context.db, async (tx) => {
    await lockCard(tx, quote.customerId, quote.cardId);
    if (quote.operation === "withdraw") {
      await repayDebt(context, tx, quote, null);
    }
    const result = await postWithin(context, tx, quote, movement);
    const balances = await context.ledger.balances(tx, [
      quote.cardAccount,
      quote.receivableAccount,
    ]);
    const cardMinor = balances.reduce((sum, balance) => sum + balance.postedMinor, 0n);
    return { result, cardMinor };
  });
}

/**
 * Posts a quote's movement in a transaction that has locked the card. A load then repays the card's
 * debt.
 */
export async function postWithin(
  context: AppContext,
  tx: Tx,
  quote: QuotedCard,
  movement: Movement,
): Promise<Result> {
  const [result] = await context.ledger.post(tx, [movement]);
  if (result === undefined) {
    throw new Error("the ledger returned no result");
  }
  if (quote.operation === "deposit" && result.outcome === "posted") {
    await repayDebt(context, tx, quote, movement.id);
  }
  return result;
}
