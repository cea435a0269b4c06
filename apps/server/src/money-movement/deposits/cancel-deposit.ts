import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { stepMovement } from "./deposit-movements.ts";
import { presentDeposit } from "./deposits.presenter.ts";
import { type DepositRow, lockDeposit, updateDeposit } from "./deposits.repository.ts";
import { expireIfDue } from "./expire-deposits.ts";
import { isWatched } from "./get-deposit.ts";
import { postOne } from "./post-one.ts";

async function cancel(context: AppContext, tx: Tx, deposit: DepositRow): Promise<DepositRow> {
  const step = stepMovement(context, deposit, {
    parentId: deposit.movement_id,
    kind: "deposit",
    status: "cancelled",
    amountMinor: deposit.credit_minor,
    notes: [],
  });
  await postOne(context, tx, step);
  const change = { status: "cancelled", slot: null, closed_at: context.clock.now() } as const;
  await updateDeposit(tx, deposit.id, change);
  return { ...deposit, ...change };
}

/**
 * Cancels a deposit if no payment for it has been seen. Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`, `deposit_not_cancellable`
 */
export async function cancelDeposit(
  context: AppContext,
  input: { customerId: string; depositId: string },
): Promise<Deposit> {
  const outcome = await inTransaction(context.db, async (tx) => {
    const deposit = await lockDeposit(tx, input.depositId);
    if (deposit?.customer_id !== input.customerId) {
      return "not_found";
    }
    if (deposit.status === "cancelled" && deposit.seen_at === null) {
      return deposit;
    }
    if (deposit.status !== "pending" || deposit.seen_at !== null) {
      return "deposit_not_cancellable";
    }
    // The expiry is committed even if the request is rejected, since this request may be the one
    // that expires the deposit.
    if (await expireIfDue(context, tx, deposit.id)) {
      return "deposit_not_cancellable";
    }
    return cancel(context, tx, deposit);
  });
  if (typeof outcome === "string") {
    throw new Refusal(outcome);
  }
  return presentDeposit(outcome, { payments: [], isWatched: isWatched(context, outcome) });
}
