import { accountOf } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * Returns whether a ledger check has stopped the account that a withdrawal takes its money from.
 * The withdrawal is not sent until the stop is lifted (decision 0227).
 */
export async function isAccountStopped(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  { customer_id: customerId, currency }: Pick<WithdrawalRow, "customer_id" | "currency">,
): Promise<boolean> {
  const [balance] = await ledger.balances(tx, [await accountOf(tx, customerId, currency)]);
  return balance?.status === "blocked";
}
