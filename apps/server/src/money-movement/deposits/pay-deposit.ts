import { type AppContext, inTransaction } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { sandboxChainOf } from "./chain.ts";
import { ASSET_CURRENCY } from "./deposit.policy.ts";
import { lockDeposit } from "./deposits.repository.ts";
import { recordTransferIn } from "./record-transfer.ts";

/**
 * Pays a deposit on the simulated chain, for the expected amount or a different one, and shows the
 * payment immediately. Works only in the sandbox. `confirmed` also mines the blocks needed for the
 * payment's confirmation. As on a real chain, an expired or canceled deposit can still be paid, but
 * this call refuses a second payment to a paid deposit.
 *
 * @throws Refusal `not_found`, `deposit_not_payable`, `not_offered`
 */
export async function payDeposit(
  context: AppContext,
  input: { depositId: string; amount?: string; confirmed?: boolean },
): Promise<{ depositId: string; transactionHash: string }> {
  const chain = sandboxChainOf(context);
  const transactionHash = await inTransaction(context.db, async (tx) => {
    const deposit = await lockDeposit(tx, input.depositId);
    if (deposit === undefined) {
      throw new Refusal("not_found");
    }
    if (deposit.seen_at !== null) {
      throw new Refusal("deposit_not_payable");
    }
    const amountMinor =
      input.amount === undefined
        ? deposit.amount_minor
        : requireAmount(input.amount, ASSET_CURRENCY);
    const { network, address } = deposit;
    const { confirmed = false } = input;
    const transfer = await chain.send(tx, { network, address, amountMinor, confirmed });
    // The transfer is recorded as seen right away. If it is already final, the job that polls the
    // chain credits it.
    await recordTransferIn(context, tx, { ...transfer, confirmations: 0 });
    return transfer.transactionHash;
  });
  return { depositId: wireId("dep", input.depositId), transactionHash };
}
