import type { OperatorClosing } from "@tessera/contract/identity/account-closing.schemas";
import type { Tx } from "../../platform/context.ts";
import { presentForOperators } from "./account-closing.presenter.ts";
import { endWaitsFor, isCovered } from "./closing.policy.ts";
import { findWithAmounts, namedOf } from "./read-closing.ts";
import { readObstacles, readRemaining } from "./read-things.ts";

/**
 * Reads a customer's closure, whether open or completed, for operators. Returns null if there is
 * none.
 */
export async function operatorClosingOf(
  tx: Tx,
  customerId: string,
): Promise<OperatorClosing | null> {
  const closing = await findWithAmounts(tx, customerId);
  if (closing === undefined) {
    return null;
  }
  if (closing.row.settling_at === null || closing.row.closed_at !== null) {
    return presentForOperators(closing, []);
  }
  const [obstacles, remaining] = await Promise.all([
    readObstacles(tx, customerId),
    readRemaining(tx, customerId),
  ]);
  const waits = obstacles.map(({ kind }) => kind).filter(endWaitsFor);
  const isOpen = !isCovered(remaining, namedOf(closing.amounts));
  return presentForOperators(closing, isOpen ? [...waits, "withdrawable"] : waits);
}
