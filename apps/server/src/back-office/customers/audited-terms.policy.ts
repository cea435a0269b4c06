import type { CurrencyCode } from "@tessera/money";
import { formatAmount } from "@tessera/money";

/** Returns an adjustment's terms for the audit log, as the state before or after a change. */
export function auditedTerms(row: {
  readonly direction: string;
  readonly amount_minor: bigint;
  readonly currency: CurrencyCode;
  readonly reason: string;
  readonly reference: string;
  readonly revision: number;
}): Readonly<Record<string, unknown>> {
  return {
    direction: row.direction,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    reason: row.reason,
    reference: row.reference,
    revision: row.revision,
  };
}
