import type { OperatorClosing } from "@tessera/contract/identity/account-closing.schemas";
import type { Tx } from "../../platform/context.ts";
import { closedBefore } from "../../platform/retention.policy.ts";
import { presentForOperators } from "./account-closing.presenter.ts";
import { endWaitsFor, isCovered } from "./closing.policy.ts";
import { moneyLeftOf } from "./closing-things.repository.ts";
import { findWithAmounts, namedOf } from "./read-closing.ts";
import { readObstacles, readRemaining } from "./read-things.ts";

/**
 * Reads a customer's closure, whether open or completed, for operators. Returns null if there is
 * none.
 */
export async function operatorClosingOf(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<OperatorClosing | null> {
  const closing = await findWithAmounts(tx, customerId);
  if (closing === undefined) {
    return null;
  }
  const { settling_at: settlingAt, closed_at: closedAt } = closing.row;
  if (closedAt !== null) {
    const isDue = closedAt <= closedBefore(now);
    return presentForOperators(closing, [], isDue ? await moneyLeftOf(tx, customerId) : []);
  }
  if (settlingAt === null) {
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
