import { type CurrencyCode, formatAmount } from "@tessera/money";
import { createQuote, findQuotedCard, spendQuote } from "../../cards/funding/index.ts";
import { ledgerClientKey } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";

/** A simulated customer's card. */
export interface PracticeCard {
  readonly customerId: string;
  readonly cardId: string;
}

/**
 * Loads simulated money from the account onto the card.
 *
 * @param idempotencyKey the key that ensures that the money moves only once
 * @throws Refusal those from `createQuote` and `spendQuote`
 */
export async function topUpCard(
  context: AppContext,
  card: PracticeCard,
  amountMinor: bigint,
  currency: CurrencyCode,
  idempotencyKey: string,
): Promise<void> {
  const earlier = await context.ledger.movementOfKey(
    context.db,
    card.customerId,
    ledgerClientKey("deposit", idempotencyKey),
  );
  if (earlier !== undefined) {
    return;
  }
  const own = { ...card, operation: "deposit" } as const;
  const amount = formatAmount(amountMinor, currency);
  const quoteId = parseId("quo", (await createQuote(context, { ...own, amount })).quoteId);
  const quote = quoteId === undefined ? null : await findQuotedCard(context.db, quoteId);
  await spendQuote(context, { ...own, quote, idempotencyKey });
}
