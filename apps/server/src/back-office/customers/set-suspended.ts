import type {
  CustomerProfile,
  SuspensionReason,
} from "@tessera/contract/back-office/customers.schemas";
import { liftSuspension, suspendCustomer } from "../../identity/sessions/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { selectCustomer } from "./customers.repository.ts";
import { profileOf } from "./get-customer.ts";
import { type CustomerViewer, viewCustomer } from "./view-customer.ts";

/** Whether to suspend a customer, and why. */
interface Suspension {
  readonly suspended: boolean;
  readonly reason?: SuspensionReason;
  readonly note: string;
}

/**
 * Suspends a customer or lifts the suspension. Invalidates a suspended customer's session tokens
 * before returning. Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`
 */
export async function setSuspended(
  context: AppContext,
  viewer: CustomerViewer,
  { suspended, reason, note }: Suspension,
): Promise<CustomerProfile> {
  const { id } = await viewCustomer(context, viewer);
  const by = {
    actor: viewer.session.username,
    requestId: viewer.requestId,
    detail: { ...(reason !== undefined && { reason }), note },
  };
  await (suspended ? suspendCustomer(context, id, by) : liftSuspension(context, id, by));
  const row = await selectCustomer(context.db.kysely, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return profileOf(context, row);
}
