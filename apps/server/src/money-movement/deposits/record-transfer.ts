import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { chainOf } from "./chain.ts";
import { creditPayment } from "./credit-payment.ts";
import { creditAfter, misdirectionNotes, notesOf, type PaymentNote } from "./deposit.policy.ts";
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
import { exactColumns } from "./payment-asset.ts";
import { MovementRefusedError, postOne } from "./post-one.ts";
import { pricePayment } from "./price-payment.ts";
import { markRestored } from "./retractions.repository.ts";

/**
 * The result of recording a transfer that the chain reported; `held` if operators must decide on
 * it, `below_recovery_cost` if nothing would be left of a misdirected one.
 */
export type Recorded =
  | "unknown_address"
  | "below_recovery_cost"
  | "confirming"
  | "held"
  | "credited";

async function recordNew(
  context: AppContext,
  tx: Tx,
  deposit: DepositRow,
  transfer: ChainTransfer,
): Promise<PaymentRow> {
  const seenAt = context.clock.now();
  const followsAnother = deposit.seen_at !== null;
  const { amountMinor: receivedMinor, misdirected } = transfer;
  const notes = notesOf({
    expectedMinor: deposit.amount_minor,
    receivedMinor,
    seenAt,
    expiresAt: deposit.expires_at,
    status: deposit.status,
    followsAnother,
  });
  notes.push(
    ...(misdirected === undefined ? [] : misdirectionNotes(transfer.network, misdirected)),
  );
  const { rateScaled, isUnpriced } = await pricePayment(context, tx, { deposit, transfer, notes });
  const costMinor = misdirected?.costMinor ?? 0n;
  const creditMinor = creditAfter({ amountMinor: receivedMinor, costMinor }, rateScaled);
  const payment: PaymentRow = {
    id: newId(context.clock.now()),
    deposit_id: deposit.id,
    customer_id: deposit.customer_id,
    network: transfer.network,
    transaction_hash: transfer.transactionHash,
    log_index: transfer.logIndex,
    amount_minor: receivedMinor,
    rate_scaled: rateScaled,
    credit_minor: creditMinor,
    notes,
    confirmations: transfer.confirmations,
    movement_id: followsAnother ? newId(context.clock.now()) : deposit.movement_id,
    credit_movement_id: null,
    seen_at: seenAt,
    credited_at: null,
    ...{ held: null, unpriced: isUnpriced },
    retracted_at: null,
    confirmations_required: transfer.confirmationsRequired ?? null,
    asset:
      misdirected === undefined || misdirected.asset === deposit.asset ? null : misdirected.asset,
    expected_network: transfer.network === deposit.network ? null : deposit.network,
    recovery_cost_minor: costMinor,
    ...{ ...exactColumns(transfer), carried_minor: 0n, sender: transfer.sender ?? null },
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

/** Returns the notes of a payment whose transfer was mined again, possibly with another amount. */
function restoredNotes(
  { notes }: PaymentRow,
  { expectedMinor, receivedMinor }: { expectedMinor: bigint; receivedMinor: bigint },
): PaymentNote[] {
  const kept = notes.filter(
    (note) => note !== "retracted" && note !== "underpaid" && note !== "overpaid",
  );
  if (receivedMinor === expectedMinor || kept.includes("extra")) {
    return kept;
  }
  return [...kept, receivedMinor < expectedMinor ? "underpaid" : "overpaid"];
}

/**
 * Takes up a payment again whose transfer left the chain and was mined again. It keeps its rate, so
 * nobody gains or loses by it. Its amount may differ: what a swap pays out depends on the blocks
 * before it. Another amount is priced like a new payment, since it can be any.
 */
async function restore(
  context: AppContext,
  tx: Tx,
  deposit: DepositRow,
  found: { readonly payment: PaymentRow; readonly transfer: ChainTransfer },
): Promise<PaymentRow> {
  const { payment, transfer } = found;
  const { amountMinor, confirmationsRequired = null } = transfer;
  const expectedMinor = deposit.amount_minor;
  const notes = restoredNotes(payment, { expectedMinor, receivedMinor: amountMinor });
  const costMinor = payment.recovery_cost_minor;
  const { rateScaled, isUnpriced } =
    amountMinor === payment.amount_minor
      ? { rateScaled: payment.rate_scaled, isUnpriced: payment.unpriced }
      : await pricePayment(context, tx, { deposit, transfer, notes });
  const creditMinor = creditAfter({ amountMinor, costMinor }, rateScaled);
  const step = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit",
    status: "processing",
    amountMinor: creditMinor,
    notes,
    transfer,
  });
  await postOne(context, tx, step);
  const exact = exactColumns(transfer);
  const priced = { rateScaled, isUnpriced, creditMinor };
  const change = { notes, confirmationsRequired, amountMinor, ...priced, exact };
  await markRestored(tx, payment.id, change);
  if (payment.movement_id === deposit.movement_id) {
    await updateDeposit(tx, deposit.id, { status: "pending", closed_at: null });
  }
  return {
    ...payment,
    notes,
    amount_minor: amountMinor,
    credit_minor: creditMinor,
    rate_scaled: rateScaled,
    unpriced: isUnpriced,
    ...exact,
    carried_minor: 0n,
    retracted_at: null,
    confirmations_required: confirmationsRequired,
  };
}

/** Returns whether a transfer is final and can be credited. */
function isFinal(transfer: ChainTransfer, deposit: DepositRow): boolean {
  const { confirmations, confirmationsRequired, isWithheld = false } = transfer;
  const required = confirmationsRequired ?? deposit.confirmations_required;
  return confirmations >= required && !isWithheld;
}

/**
 * Returns whether a transfer is the one that a payment was recorded for. A contract can pay another
 * address when its transaction is mined again, and another amount, which is taken over if the
 * former one was taken back.
 */
function isSame(payment: PaymentRow, deposit: DepositRow, transfer: ChainTransfer): boolean {
  const isSameAmount = payment.amount_minor === transfer.amountMinor;
  return payment.deposit_id === deposit.id && (isSameAmount || payment.retracted_at !== null);
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
  const { misdirected, amountMinor } = transfer;
  if (misdirected !== undefined && amountMinor <= misdirected.costMinor) {
    return { recorded: "below_recovery_cost", ...about };
  }
  if (!(await chainOf(context).stands(tx, transfer))) {
    // The block has left the chain since the provider was asked.
    return { recorded: "confirming", ...about };
  }
  const known = await selectPaymentOf(tx, transfer);
  if (known !== undefined && !isSame(known, deposit, transfer)) {
    const { transactionHash: transaction } = transfer;
    context.log.error({ transaction, payment: known.id }, "a transfer contradicts its payment");
    return { recorded: "confirming", ...about };
  }
  let payment = known ?? (await recordNew(context, tx, deposit, transfer));
  if (payment.retracted_at !== null) {
    payment = await restore(context, tx, deposit, { payment, transfer });
  }
  if (payment.credited_at !== null || payment.held !== null) {
    return { recorded: payment.held === null ? "credited" : "held", ...about };
  }
  await raiseConfirmations(tx, payment.id, transfer.confirmations);
  if (!isFinal(transfer, deposit)) {
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
