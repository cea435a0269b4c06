import type { UnmatchedReason } from "@tessera/contract/money-movement/bank.schemas";
import type { CurrencyCode } from "@tessera/money";
import { cellOfReference } from "./creditor-reference.policy.ts";

/** A credit, with the references of ours that its payer wrote. */
export interface CreditFacts {
  readonly currency: CurrencyCode;
  readonly isReversal: boolean;
  readonly references: readonly string[];
  /** Whether the amount is above the one that two operators review. */
  readonly isAboveThreshold: boolean;
}

/** The customer to whom a reference belongs. */
export interface PayerFacts {
  readonly currency: CurrencyCode;
  readonly isFlagged: boolean;
  readonly isSuspended: boolean;
  readonly isClosing: boolean;
  readonly isClosed: boolean;
}

export type Match =
  | { readonly outcome: "credit" }
  | { readonly outcome: "review"; readonly reasons: readonly string[] }
  | { readonly outcome: "unmatched"; readonly reason: UnmatchedReason };

function unmatched(reason: UnmatchedReason): Match {
  return { outcome: "unmatched", reason };
}

/**
 * Decides what becomes of a booked credit: it is credited to the customer whose reference it
 * carries, reviewed first, or left to operators because nobody can say whose it is.
 *
 * @param payer the customer of the only reference, if it is known here
 * @param cell the number of this cell
 */
export function matchCredit(
  credit: CreditFacts,
  payer: PayerFacts | undefined,
  cell: number,
): Match {
  const [reference, ...others] = credit.references;
  // The bank returns money that had left; it is not a customer's.
  if (credit.isReversal) {
    return unmatched("reversal");
  }
  if (reference === undefined) {
    return unmatched("no_reference");
  }
  if (others.length > 0) {
    return unmatched("several_references");
  }
  if (payer === undefined) {
    return unmatched(cellOfReference(reference) === cell ? "unknown_reference" : "other_cell");
  }
  if (payer.isClosed) {
    return unmatched("account_closed");
  }
  if (payer.currency !== credit.currency) {
    return unmatched("other_currency");
  }
  const reasons = [
    ...(payer.isFlagged ? ["flagged"] : []),
    ...(payer.isSuspended ? ["suspended"] : []),
    ...(payer.isClosing ? ["account_closing"] : []),
    ...(credit.isAboveThreshold ? ["over_threshold"] : []),
  ];
  return reasons.length === 0 ? { outcome: "credit" } : { outcome: "review", reasons };
}
