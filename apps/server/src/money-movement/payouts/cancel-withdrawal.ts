import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { closeCase } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Mover, moveWithdrawal } from "./move-withdrawal.ts";
import { presentWithSteps } from "./read-withdrawals.ts";
import { lockWithdrawal } from "./withdrawals.repository.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * Cancels a locked withdrawal, together with its open case if it has one.
 *
 * @returns undefined, with nothing changed, if the withdrawal has been sent or has ended
 */
export async function cancelWithin(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
  by: Mover,
): Promise<WithdrawalRow | undefined> {
  const canceled = await moveWithdrawal(context, tx, row, { event: "cancelled", by });
  if (canceled !== undefined && row.state === "review") {
    await closeCase(context, tx, { kind: "withdrawal", subjectId: row.id }, "withdrawn");
  }
  return canceled;
}

/**
 * Cancels a withdrawal that has not been sent, which makes its money available again immediately.
 * Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`, `withdrawal_not_cancellable`
 */
export async function cancelWithdrawal(
  context: AppContext,
  input: {
    readonly customerId: string;
    readonly withdrawalId: string | undefined;
    readonly by: Mover;
  },
): Promise<Withdrawal> {
  const { withdrawalId: id, customerId, by } = input;
  const row = await inTransaction(context.db, async (tx) => {
    const found = id === undefined ? undefined : await lockWithdrawal(tx, id);
    if (found?.customer_id !== customerId) {
      throw new Refusal("not_found");
    }
    if (found.state === "cancelled") {
      return found;
    }
    const canceled = await cancelWithin(context, tx, found, by);
    if (canceled === undefined) {
      throw new Refusal("withdrawal_not_cancellable");
    }
    return canceled;
  });
  return presentWithSteps(context, row);
}
