import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { isFlagged, openCase } from "../../back-office/cases/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { isAssetDepegged } from "../rates/index.ts";
import { stepMovement } from "./deposit-movements.ts";
import { depositReasons, needsTwo } from "./deposit-review.policy.ts";
import { type DepositRow, type PaymentRow, setHeld } from "./deposits.repository.ts";
import { postOne } from "./post-one.ts";

/**
 * Holds a final payment for an operator's decision if there is a reason to review it.
 *
 * @returns whether the payment is held. Otherwise, it must be credited.
 */
export async function holdPayment(
  context: AppContext,
  tx: Tx,
  {
    deposit,
    payment,
    transfer,
  }: {
    readonly deposit: DepositRow;
    readonly payment: PaymentRow;
    readonly transfer: ChainTransfer;
  },
): Promise<boolean> {
  const receivedMinor = payment.amount_minor;
  const flagged = await isFlagged(tx, deposit.customer_id);
  const reasons = depositReasons({
    receivedMinor,
    isFlagged: flagged,
    isDepegged: await isAssetDepegged(context, tx, payment.asset ?? deposit.asset),
    isUnpriced: payment.unpriced,
    misdirection: payment.notes.filter(
      (note) => note === "other_network" || note === "other_token",
    ),
  });
  if (reasons.length === 0) {
    return false;
  }
  const step = stepMovement(context, deposit, {
    parentId: payment.movement_id,
    kind: "deposit",
    status: "reviewing",
    amountMinor: payment.credit_minor,
    notes: payment.notes,
    transfer,
  });
  await postOne(context, tx, step);
  await setHeld(tx, payment.id, "reviewing");
  await openCase(context, tx, {
    kind: "deposit",
    subjectId: payment.id,
    customerId: deposit.customer_id,
    amountMinor: payment.credit_minor,
    currency: deposit.currency,
    reasons,
    label: `${payment.asset ?? deposit.asset} ${payment.network}`,
    needsTwo: needsTwo(reasons),
  });
  return true;
}
