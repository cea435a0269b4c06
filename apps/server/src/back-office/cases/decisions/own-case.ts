import { Refusal } from "../../../platform/http/refusal.ts";
import type { CaseRow } from "../reviews.tables.ts";

/** A customer who does something to a case of theirs. */
export interface CustomerAct {
  readonly customerId: string;
  readonly username: string;
  readonly requestId: string;
}

/**
 * The case, where it is the customer's own.
 *
 * @throws Refusal `not_found`, for another's as for none
 */
export function ownCase(row: CaseRow | undefined, customerId: string): CaseRow {
  if (row === undefined || row.customer_id !== customerId) {
    throw new Refusal("not_found");
  }
  return row;
}
