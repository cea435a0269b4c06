import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";

/** Types of cases that customers do not see, because they requested nothing and cannot respond. */
export const OPERATORS_ONLY: readonly CaseKind[] = [
  "unanswered_hold",
  "bank_assignment",
  "deposit_retraction",
];

/** Returns whether only operators see a type of case. */
export function isOperatorsOnly(kind: CaseKind): boolean {
  return OPERATORS_ONLY.includes(kind);
}
