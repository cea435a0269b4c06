import { formatAmount } from "@tessera/money";
import {
  type CaseFact,
  type CaseHandler,
  flagCustomerIn,
  openCase,
  type ReviewCase,
} from "../../back-office/cases/index.ts";
import { receivableOf } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { selectRetraction } from "./retractions.repository.ts";

const KIND = "deposit_retraction";

/**
 * Handles cases about credits that were taken back because their payment left the chain. The money
 * has moved already: an approval closes the case, and a rejection flags the customer, so that later
 * payments and withdrawals are reviewed. Customers do not see these cases.
 */
export const retractionCases: CaseHandler = {
  kind: KIND,
  facts: retractionFacts,
  approve: async () => undefined,
  async reject(context, tx, { customerId }, by) {
    await flagCustomerIn(context, tx, { customerId, flagged: true, reason: by.reason, by });
  },
  end: async () => undefined,
};

async function retractionFacts(
  context: AppContext,
  tx: Tx,
  { subjectId, customerId, currency }: ReviewCase,
): Promise<CaseFact[]> {
  const retraction = await selectRetraction(tx, subjectId);
  if (retraction === undefined || currency === null) {
    throw new Error(`a case is about the retraction ${subjectId}, which does not exist`);
  }
  const receivable = await receivableOf(tx, customerId, currency);
  const [balance] = await context.ledger.balances(tx, [receivable]);
  const owedMinor = -(balance?.postedMinor ?? 0n);
  const value = formatAmount(owedMinor > 0n ? owedMinor : 0n, currency);
  return [
    { name: "network", value: retraction.network },
    { name: "transaction_hash", value: retraction.transactionHash, kind: "address" },
    { name: "retracted_at", value: retraction.retractedAt.toISOString(), kind: "time" },
    { name: "owed", value, kind: "amount", currency },
    { name: "mined_again", value: retraction.isMinedAgain ? "yes" : "no" },
  ];
}

/** Opens the case about a credit that was taken back, in the transaction that takes it back. */
export async function openRetractionCase(
  context: AppContext,
  tx: Tx,
  taken: {
    readonly id: string;
    readonly isOwed: boolean;
  } & Pick<ReviewCase, "customerId" | "amountMinor" | "currency">,
): Promise<void> {
  const { id, isOwed, customerId, amountMinor, currency } = taken;
  await openCase(context, tx, {
    kind: KIND,
    subjectId: id,
    customerId,
    amountMinor,
    currency,
    reasons: [isOwed ? "retracted_and_spent" : "retracted"],
    needsTwo: false,
  });
}
