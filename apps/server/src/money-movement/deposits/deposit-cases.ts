import { formatAmount } from "@tessera/money";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { CaseFact, CaseHandler, ReviewCase } from "../../back-office/cases/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { creditPayment } from "./credit-payment.ts";
import { ASSET_CURRENCY } from "./deposit.policy.ts";
import { stepMovement } from "./deposit-movements.ts";
import {
  type DepositRow,
  lockDeposit,
  type PaymentRow,
  selectAssetOf,
  selectPayment,
  setHeld,
  setRate,
  updateDeposit,
} from "./deposits.repository.ts";
import { MovementRefusedError, postOne } from "./post-one.ts";
import { pricePayment } from "./price-payment.ts";

/** Handles decisions on payments under review. A payment is either credited or sent back. */
export const depositCases: CaseHandler = {
  kind: "deposit",
  facts: depositFacts,
  async approve(context, tx, reviewCase, by) {
    const held = await priced(context, tx, await lockHeld(tx, reviewCase));
    await setHeld(tx, held.payment.id, null);
    try {
      await creditPayment(context, tx, { ...held, transfer: transferOf(held), actor: by.actor });
    } catch (error) {
      if (error instanceof MovementRefusedError && error.reason === "blocked") {
        throw new Refusal("account_suspended", { cause: error });
      }
      throw error;
    }
  },
  reject: returnPayment,
  end: returnPayment,
};

interface Held {
  readonly deposit: DepositRow;
  readonly payment: PaymentRow;
}

async function paymentOf(tx: Tx, { subjectId }: ReviewCase): Promise<PaymentRow> {
  const payment = await selectPayment(tx, subjectId);
  if (payment === undefined) {
    throw new Error(`a case is about payment ${subjectId}, which does not exist`);
  }
  return payment;
}

/** Selects a case's payment, and locks the payment's deposit FOR UPDATE. */
async function lockHeld(tx: Tx, reviewCase: ReviewCase): Promise<Held> {
  const { deposit_id: depositId } = await paymentOf(tx, reviewCase);
  const deposit = await lockDeposit(tx, depositId);
  const payment = await paymentOf(tx, reviewCase);
  if (deposit === undefined || payment.held !== "reviewing") {
    throw new Error(`payment ${payment.id} is not under review`);
  }
  return { deposit, payment };
}

/**
 * Gives a payment its rate that was recorded when there was none. Its deposit's rate would be an
 * option on the rates of a time that the payer chose.
 *
 * @throws Refusal `rates_unavailable` if there is still no rate
 */
async function priced(context: AppContext, tx: Tx, held: Held): Promise<Held> {
  const { deposit, payment } = held;
  if (!payment.unpriced) {
    return held;
  }
  const asked = { deposit, transfer: transferOf(held), notes: payment.notes };
  const { rateScaled, isUnpriced } = await pricePayment(context, tx, asked);
  if (isUnpriced) {
    throw new Refusal("rates_unavailable");
  }
  await setRate(tx, payment.id, rateScaled);
  return { deposit, payment: { ...payment, rate_scaled: rateScaled, unpriced: false } };
}

function transferOf({ deposit, payment }: Held): ChainTransfer {
  const { network, asset, expected_network: expected, notes } = payment;
  const isOtherToken = notes.includes("other_token");
  const isMisdirected = isOtherToken || expected !== null;
  return {
    network,
    ...(isMisdirected && {
      misdirected: {
        expectedNetwork: deposit.network,
        asset: asset ?? deposit.asset,
        isOtherToken,
        costMinor: payment.recovery_cost_minor,
      },
    }),
    transactionHash: payment.transaction_hash,
    logIndex: payment.log_index,
    address: deposit.address,
    amountMinor: payment.amount_minor,
    confirmations: payment.confirmations,
  };
}

/**
 * Marks a payment for return to its sender. The payment was never posted to the ledger, so nothing
 * is posted.
 */
async function returnPayment(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<void> {
  const held = await lockHeld(tx, reviewCase);
  const { deposit, payment } = held;
  const step = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit",
    status: "rejected",
    amountMinor: payment.credit_minor,
    notes: payment.notes,
    transfer: transferOf(held),
  });
  await postOne(context, tx, step);
  await setHeld(tx, payment.id, "returned");
  if (payment.movement_id === deposit.movement_id) {
    const change = { status: "cancelled", closed_at: context.clock.now() } as const;
    await updateDeposit(tx, deposit.id, change);
  }
}

async function depositFacts(
  _context: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
): Promise<CaseFact[]> {
  const payment = await paymentOf(tx, reviewCase);
  const { network, transaction_hash: hash, amount_minor: amountMinor, notes } = payment;
  const { expected_network: expected, recovery_cost_minor: costMinor } = payment;
  const asset = payment.asset ?? (await selectAssetOf(tx, payment.deposit_id));
  const inAsset = (minor: bigint) => `${formatAmount(minor, ASSET_CURRENCY)} ${asset}`;
  return [
    { name: "network", value: network },
    ...(expected === null ? [] : [{ name: "expected_network", value: expected }]),
    { name: "received", value: inAsset(amountMinor) },
    ...(costMinor === 0n ? [] : [{ name: "recovery_cost", value: inAsset(costMinor) }]),
    { name: "transaction_hash", value: hash, kind: "address" },
    { name: "confirmations", value: String(payment.confirmations), kind: "count" },
    ...(notes.length === 0 ? [] : [{ name: "notes", value: notes.join(", ") }]),
    { name: "seen_at", value: payment.seen_at.toISOString(), kind: "time" },
  ];
}
