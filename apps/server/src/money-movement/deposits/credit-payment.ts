import { houseAccount } from "@tessera/ledger";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { addDust, bookConversion, lockDust, receivedEffects } from "../asset-books/index.ts";
import { creditAfter } from "./deposit.policy.ts";
import { stepMovement } from "./deposit-movements.ts";
import {
  type DepositRow,
  markCredited,
  type PaymentRow,
  selectAccountId,
  updateDeposit,
} from "./deposits.repository.ts";
import { assetOf, microOfPayment } from "./payment-asset.ts";
import { MovementRefusedError } from "./post-one.ts";
import { repayDepositDebt } from "./repay-deposit-debt.ts";

/**
 * Credits a final payment, with what the customer's earlier payments in the asset left below a
 * hundredth. The transaction must have locked the payment's deposit.
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
  const { amount_minor: amountMinor, recovery_cost_minor: costMinor } = payment;
  const owned = { customerId, ...assetOf(deposit, payment) };
  const dustMicro = await lockDust(tx, owned);
  const micro = microOfPayment(payment);
  const received = receivedEffects({ micro, amountMinor, costMinor, dustMicro });
  const { carriedMinor, effects } = received;
  const creditMinor = creditAfter(
    { amountMinor: amountMinor + carriedMinor, costMinor },
    payment.rate_scaled,
  );
  const movement = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit",
    status: "completed",
    amountMinor: creditMinor,
    notes: payment.notes,
    transfer,
    legs: [
      {
        type: "transfer",
        debit: houseAccount("fx_position", currency),
        credit: account,
        amountMinor: creditMinor,
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
  const conversion = { kind: "deposit", ...owned, effects, currency } as const;
  const booked = { ...conversion, boughtMinor: creditMinor };
  const refused = await bookConversion(context, tx, { ...movement, audit: [audited] }, booked);
  if (refused !== undefined) {
    throw new MovementRefusedError(movement, refused);
  }
  await addDust(tx, owned, effects.dust);
  const at = context.clock.now();
  await markCredited(tx, payment.id, { movementId: movement.id, at, creditMinor, carriedMinor });
  if (payment.movement_id === deposit.movement_id) {
    await updateDeposit(tx, deposit.id, { status: "completed", closed_at: at });
  }
  await repayDepositDebt(context, tx, { customerId, currency });
}
