import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { priceAsset } from "../rates/index.ts";
import { chainOf } from "./chain.ts";
import { creditPayment } from "./credit-payment.ts";
import {
  creditAfter,
  isAboveQuoted,
  misdirectionNotes,
  notesOf,
  overpaidRate,
  type PaymentNote,
} from "./deposit.policy.ts";
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

/** What makes a payment differ from its deposit so much that the deposit's rate does not apply. */
const REPRICED: ReadonlySet<PaymentNote> = new Set([
  "late",
  "cancelled",
  "extra",
  "other_network",
  "other_token",
]);

/**
 * Prices a payment at its deposit's rate if the payment arrived in time, and otherwise at the
 * current rate. What was paid beyond the deposit's amount also has the current rate: nobody was
 * quoted one for it, and a payer could wait for a rate to move before paying a thousand times as
 * much. Without a current rate, the payment is priced at its deposit's rate for now and waits for
 * an operator.
 */
async function priceOf(
  context: AppContext,
  tx: Tx,
  {
    deposit,
    transfer,
    notes,
  }: {
    readonly deposit: DepositRow;
    readonly transfer: ChainTransfer;
    readonly notes: readonly PaymentNote[];
  },
): Promise<{ readonly rateScaled: bigint; readonly isUnpriced: boolean }> {
  const { currency, rate_scaled: quotedScaled, amount_minor: quotedMinor } = deposit;
  const { amountMinor: receivedMinor } = transfer;
  const isRepriced = notes.some((note) => REPRICED.has(note));
  if (!isRepriced && !isAboveQuoted({ quotedMinor, receivedMinor })) {
    return { rateScaled: quotedScaled, isUnpriced: false };
  }
  try {
    const asset = transfer.misdirected?.asset ?? deposit.asset;
    const current = await priceAsset(context, tx, { asset, currency, side: "deposit" });
    const currentScaled = current.rateScaled;
    const rateScaled = isRepriced
      ? currentScaled
      : overpaidRate({ quotedMinor, receivedMinor, quotedScaled, currentScaled });
    return { rateScaled, isUnpriced: false };
  } catch (error) {
    context.log.warn({ err: error, deposit: deposit.id }, "a payment has no current rate");
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
  const { rateScaled, isUnpriced } = await priceOf(context, tx, { deposit, transfer, notes });
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
 * before it.
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
  const creditMinor = creditAfter({ amountMinor, costMinor }, payment.rate_scaled);
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
  const change = { notes, confirmationsRequired, amountMinor, creditMinor, exact };
  await markRestored(tx, payment.id, change);
  if (payment.movement_id === deposit.movement_id) {
    await updateDeposit(tx, deposit.id, { status: "pending", closed_at: null });
  }
  return {
    ...payment,
    notes,
    amount_minor: amountMinor,
    credit_minor: creditMinor,
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
