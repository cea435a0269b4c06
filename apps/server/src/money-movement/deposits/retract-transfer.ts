import { houseAccount, type Movement } from "@tessera/ledger";
import type { ChainProvider, ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { closeCase } from "../../back-office/cases/index.ts";
import { accountOf, receivableOf } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import {
  addDust,
  type Booking,
  bookConversion,
  lockDust,
  reversedEffects,
  selectBookingFor,
} from "../asset-books/index.ts";
import { stepMovement } from "./deposit-movements.ts";
import {
  type DepositRow,
  lockDepositAt,
  type PaymentRow,
  selectPaymentOf,
  updateDeposit,
} from "./deposits.repository.ts";
import { MovementRefusedError, postOne } from "./post-one.ts";
import { openRetractionCase } from "./retraction-cases.ts";
import { insertRetraction, markRetracted, noteDepositDebt } from "./retractions.repository.ts";

/** Thrown if a payment came under review while its retraction was being processed. */
class ReviewedMeanwhileError extends Error {
  constructor(payment: PaymentRow) {
    super(`payment ${payment.id} came under review while it was being taken back`);
    this.name = "ReviewedMeanwhileError";
  }
}

/**
 * Thrown, so that nothing is changed, if another server has settled a retraction since this one
 * asked for it. The payment may be on the chain again, and credited.
 */
class SettledMeanwhileError extends Error {
  constructor() {
    super("the retraction was settled by another server");
    this.name = "SettledMeanwhileError";
  }
}

/** A payment that is taken back. */
interface Taken {
  readonly deposit: DepositRow;
  readonly payment: PaymentRow;
  readonly transfer: ChainTransfer;
  /** The movement of the asset with which the payment was credited, if it has one. */
  readonly booking: Booking | undefined;
}

/**
 * Builds the step that takes a payment back. If the payment was credited, the credit is taken back
 * from the account, and what the account no longer has from the customer's receivable.
 */
async function reversalOf(
  context: AppContext,
  tx: Tx,
  { deposit, payment, transfer, booking }: Taken,
): Promise<Movement> {
  const { customer_id: customerId, currency } = deposit;
  const { credit_minor: amountMinor } = payment;
  const step = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit_reversal",
    status: "cancelled",
    amountMinor,
    notes: payment.notes,
    transfer,
  });
  const audited = {
    action: "deposit.retracted",
    actor: `chain:${transfer.network}`,
    customerId,
    object: wireId("dep", deposit.id),
    outcome: "ok",
    requestId: null,
    data: {
      transactionHash: transfer.transactionHash,
      logIndex: transfer.logIndex,
      wasCredited: payment.credited_at !== null,
    },
  } as const;
  if (payment.credited_at === null) {
    return { ...step, audit: [audited] };
  }
  return {
    ...step,
    // The step itself is complete, and takes money; the listed movement is what is canceled.
    status: "completed",
    amountMinor: -amountMinor,
    legs: [
      {
        type: "forced",
        debit: await accountOf(tx, customerId, currency),
        // A server of an earlier release credits payments without booking the asset.
        credit: houseAccount(booking === undefined ? "chain_clearing" : "fx_position", currency),
        amountMinor,
        shortfallFrom: await receivableOf(tx, customerId, currency),
      },
    ],
    audit: [audited],
  };
}

/** Posts the step that takes a payment back, and undoes the movement of its asset. */
async function postReversal(
  context: AppContext,
  tx: Tx,
  movement: Movement,
  { deposit: { customer_id: customerId, currency }, payment, booking }: Taken,
): Promise<void> {
  if (booking === undefined) {
    await postOne(context, tx, movement);
    return;
  }
  const { asset, network } = booking;
  const owned = { customerId, asset, network };
  await lockDust(tx, owned);
  const effects = reversedEffects(booking.effects);
  const refused = await bookConversion(context, tx, movement, {
    ...{ kind: "reversal", asset, network, effects, currency },
    boughtMinor: -payment.credit_minor,
  });
  if (refused !== undefined) {
    throw new MovementRefusedError(movement, refused);
  }
  await addDust(tx, owned, effects.dust);
}

async function takeBack(context: AppContext, tx: Tx, found: Omit<Taken, "booking">): Promise<void> {
  const { deposit, payment } = found;
  const { customer_id: customerId, currency } = deposit;
  const { credit_movement_id: creditId } = payment;
  const at = context.clock.now();
  const booking = creditId === null ? undefined : await selectBookingFor(tx, creditId);
  const taken = { ...found, booking };
  const movement = await reversalOf(context, tx, taken);
  await postReversal(context, tx, movement, taken);
  const wasCredited = payment.credited_at !== null;
  await markRetracted(tx, payment.id, { at, notes: [...payment.notes, "retracted"] });
  const id = newId(at);
  await insertRetraction(tx, {
    id,
    payment_id: payment.id,
    retracted_at: at,
    credit_movement_id: payment.credit_movement_id,
    reversal_movement_id: wasCredited ? movement.id : null,
  });
  if (wasCredited) {
    const receivable = await receivableOf(tx, customerId, currency);
    const [balance] = await context.ledger.balances(tx, [receivable]);
    const isOwed = (balance?.postedMinor ?? 0n) < 0n;
    if (isOwed) {
      await noteDepositDebt(tx, { customerId, currency });
    }
    const amountMinor = payment.credit_minor;
    await openRetractionCase(context, tx, { id, isOwed, customerId, amountMinor, currency });
  }
  if (payment.movement_id === deposit.movement_id) {
    await updateDeposit(tx, deposit.id, { status: "cancelled", slot: null, closed_at: at });
  }
}

/**
 * Takes a transfer back whose block has left the chain, and settles its retraction, in one
 * transaction. A payment that operators have decided to return stays as they decided.
 */
async function retractTransferIn(
  context: AppContext,
  tx: Tx,
  chain: ChainProvider,
  transfer: ChainTransfer,
): Promise<boolean> {
  // A decision locks the case before the deposit, so this does, too.
  const before = await selectPaymentOf(tx, transfer);
  if (before?.held === "reviewing") {
    await closeCase(context, tx, { kind: "deposit", subjectId: before.id }, "withdrawn");
  }
  const deposit = await lockDepositAt(tx, transfer);
  if (!(await chain.settleRetraction(tx, transfer))) {
    throw new SettledMeanwhileError();
  }
  const payment = await selectPaymentOf(tx, transfer);
  const isTaken =
    deposit !== undefined &&
    payment?.deposit_id === deposit.id &&
    payment.retracted_at === null &&
    payment.held !== "returned";
  if (isTaken) {
    if (payment.held === "reviewing" && before?.held !== "reviewing") {
      throw new ReviewedMeanwhileError(payment);
    }
    await takeBack(context, tx, { deposit, payment, transfer });
  }
  return isTaken;
}

/** Takes back every transfer that the chain has retracted. */
export async function retractTransfers(
  context: AppContext,
  chain: ChainProvider,
  pageSize: number,
): Promise<void> {
  const retracted = everyRow<ChainTransfer>(pageSize, (after) => chain.retracted(pageSize, after));
  for await (const transfer of retracted) {
    const { network, transactionHash: transaction } = transfer;
    try {
      const isTaken = await inTransaction(context.db, (tx) =>
        retractTransferIn(context, tx, chain, transfer),
      );
      if (isTaken) {
        context.log.warn({ network, transaction }, "a payment left the chain and was taken back");
      }
    } catch (error) {
      if (error instanceof SettledMeanwhileError) {
        continue;
      }
      // It stays retracted, and its transfer is not credited again before this has succeeded.
      context.log.error({ err: error, network, transaction }, "a payment was not taken back yet");
    }
  }
}
