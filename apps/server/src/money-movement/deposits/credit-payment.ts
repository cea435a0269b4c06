import { houseAccount } from "@tessera/ledger";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { stepMovement } from "./deposit-movements.ts";
import {
  type DepositRow,
  markCredited,
  type PaymentRow,
  selectAccountId,
  updateDeposit,
} from "./deposits.repository.ts";
import { postOne } from "./post-one.ts";
import { repayDepositDebt } from "./repay-deposit-debt.ts";

/**
 * Credits a final payment. The transaction must have locked the payment's deposit.
 *
 * @param actor the chain or the operator who made the decision, for the audit log
 */
export async function creditPayment(
  context: AppContext,
  tx: Tx,
  {
    deposit,
    payment,
    transfer,
    actor = `chain:${transfer.network}`,
  }: {
    readonly deposit: DepositRow;
    readonly payment: PaymentRow;
    readonly transfer: ChainTransfer;
    readonly actor?: string;
  },
): Promise<void> {
  const { customer_id: customerId, currency } = deposit;
  const account = await selectAccountId(tx, { customerId, currency });
  if (account === undefined) {
    throw new Error(`customer ${customerId} has no account in ${currency}`);
  }
  const movement = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit",
    status: "completed",
    amountMinor: payment.credit_minor,
    notes: payment.notes,
    transfer,
    legs: [
      {
        type: "transfer",
        debit: houseAccount("chain_clearing", currency),
        credit: account,
        amountMinor: payment.credit_minor,
      },
    ],
  });
  const audited = {
    action: "deposit.credited",
    actor,
    customerId,
    object: wireId("dep", deposit.id),
    outcome: "ok",
    requestId: null,
    data: { transactionHash: transfer.transactionHash, logIndex: transfer.logIndex },
  } as const;
  await postOne(context, tx, { ...movement, audit: [audited] });
  const at = context.clock.now();
  await markCredited(tx, payment.id, { movementId: movement.id, at });
  if (payment.movement_id === deposit.movement_id) {
    await updateDeposit(tx, deposit.id, { status: "completed", closed_at: at });
  }
  await repayDepositDebt(context, tx, { customerId, currency });
}
