import { Refusal } from "../../../platform/http/refusal.ts";
import { isOperatorsOnly } from "../operators-only.policy.ts";
import type { CaseRow } from "../reviews.tables.ts";

/** An action by a customer on one of their cases. */
export interface CustomerAct {
  readonly customerId: string;
  readonly username: string;
  readonly requestId: string;
}

/**
 * Returns the case if it belongs to the customer.
 *
 * @throws Refusal `not_found` if it does not exist, belongs to another customer, or is of a type
 * that only operators see
 */
export function ownCase(row: CaseRow | undefined, customerId: string): CaseRow {
  if (row === undefined || row.customer_id !== customerId || isOperatorsOnly(row.kind)) {
    throw new Refusal("not_found");
  }
  return row;
}
