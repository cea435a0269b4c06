import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { priceUsdt } from "../exchange/index.ts";
import { creditPayment } from "./credit-payment.ts";
import { creditOf, notesOf, type PaymentNote } from "./deposit.policy.ts";
import { listedMovement, stepMovement } from "./deposit-movements.ts";
import {
  type DepositRow,
  insertPayment,
  lockDepositAt,
  type PaymentRow,
  raiseConfirmations,
  selectPaymentOf,
  updateDeposit,
} from "./deposits.repository.ts";
import { holdPayment } from "./hold-payment.ts";
import { MovementRefusedError, postOne } from "./post-one.ts";

/**
 * The result of recording a transfer that the chain reported; `held` if operators must decide on
 * it.
 */
export type Recorded = "unknown_address" | "confirming" | "held" | "credited";

/**
 * Prices a payment at its deposit's rate if the payment arrived in time, and otherwise at the
 * current rate. Without a current rate, the payment is priced at its deposit's rate for now and
 * waits for an operator.
 */
async function priceOf(
  context: AppContext,
  tx: Tx,
  deposit: DepositRow,
  notes: readonly PaymentNote[],
): Promise<{ readonly rateScaled: bigint; readonly isUnpriced: boolean }> {
  const isAsAgreed = !notes.some(
    (note) => note === "late" || note === "cancelled" || note === "extra",
  );
  if (isAsAgreed) {
    return { rateScaled: deposit.rate_scaled, isUnpriced: false };
  }
  try {
    const { currency } = deposit;
    const { rateScaled } = await priceUsdt(context, tx, { currency, side: "deposit" });
    return { rateScaled, isUnpriced: false };
  } catch (error) {
    context.log.warn({ err: error, deposit: deposit.id }, "a late payment has no current rate");
    return { rateScaled: deposit.rate_scaled, isUnpriced: true };
  }
}

async function recordNew(
  context: AppContext,
  tx: Tx,
  deposit: DepositRow,
  transfer: ChainTransfer,
): Promise<PaymentRow> {
  const seenAt = context.clock.now();
  const followsAnother = deposit.seen_at !== null;
  const notes = notesOf({
    expectedMinor: deposit.amount_minor,
    receivedMinor: transfer.amountMinor,
    seenAt,
    expiresAt: deposit.expires_at,
    status: deposit.status,
    followsAnother,
  });
  const { rateScaled, isUnpriced } = await priceOf(context, tx, deposit, notes);
  const creditMinor = creditOf(transfer.amountMinor, rateScaled);
  const payment: PaymentRow = {
    id: newId(context.clock.now()),
    deposit_id: deposit.id,
    customer_id: deposit.customer_id,
    network: transfer.network,
    transaction_hash: transfer.transactionHash,
    log_index: transfer.logIndex,
    amount_minor: transfer.amountMinor,
    rate_scaled: rateScaled,
    credit_minor: creditMinor,
    notes,
    confirmations: transfer.confirmations,
    movement_id: followsAnother ? newId(context.clock.now()) : deposit.movement_id,
    credit_movement_id: null,
    seen_at: seenAt,
    credited_at: null,
    held: null,
    unpriced: isUnpriced,
  };
  if (followsAnother) {
    const listed = { id: payment.movement_id, amountMinor: creditMinor, at: seenAt };
    await postOne(context, tx, listedMovement(deposit, { ...listed, notes, transfer }));
  } else {
    await postOne(
      context,
      tx,
      stepMovement(context, deposit, {
        parentId: deposit.movement_id,
        kind: "deposit",
        status: "processing",
        amountMinor: creditMinor,
        notes,
        transfer,
      }),
    );
    const change = { status: "pending", slot: null, seen_at: seenAt, closed_at: null } as const;
    await updateDeposit(tx, deposit.id, change);
  }
  await insertPayment(tx, payment);
  return payment;
}

/**
 * Records the state of a transfer that the chain reported, inside a transaction that locks the
 * transfer's deposit. The transfer may be new, have more confirmations, or have become final. A
 * final transfer is either credited exactly once or held for operators.
 */
export async function recordTransferIn(
  context: AppContext,
  tx: Tx,
  transfer: ChainTransfer,
): Promise<{ recorded: Recorded; customerId?: string; depositId?: string }> {
  const deposit = await lockDepositAt(tx, transfer);
  if (deposit === undefined) {
    return { recorded: "unknown_address" };
  }
  const about = { customerId: deposit.customer_id, depositId: deposit.id };
  const known = await selectPaymentOf(tx, transfer);
  const payment = known ?? (await recordNew(context, tx, deposit, transfer));
  if (payment.credited_at !== null || payment.held !== null) {
    return { recorded: payment.held === null ? "credited" : "held", ...about };
  }
  await raiseConfirmations(tx, payment.id, transfer.confirmations);
  if (transfer.confirmations < deposit.confirmations_required) {
    return { recorded: "confirming", ...about };
  }
  if (await holdPayment(context, tx, { deposit, payment, transfer })) {
    return { recorded: "held", ...about };
  }
  await creditPayment(context, tx, { deposit, payment, transfer });
  return { recorded: "credited", ...about };
}

/** Runs {@link recordTransferIn} in its own transaction and then notifies open screens. */
export async function recordTransfer(
  context: AppContext,
  transfer: ChainTransfer,
): Promise<Recorded> {
  try {
    const { recorded, customerId, depositId } = await inTransaction(context.db, (tx) =>
      recordTransferIn(context, tx, transfer),
    );
    // Posting a movement publishes an event, but an additional confirmation posts no movement.
    if (recorded === "confirming" && customerId !== undefined && depositId !== undefined) {
      await context.events.publish(customerId, "deposit", { id: wireId("dep", depositId) });
    }
    return recorded;
  } catch (error) {
    if (error instanceof MovementRefusedError) {
      // For example, the account may be blocked. No transfer is lost, because the chain will report
      // it again.
      context.log.error(
        { err: error, transaction: transfer.transactionHash },
        "a transfer is not credited yet",
      );
      return "confirming";
    }
    throw error;
  }
}
