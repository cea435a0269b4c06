import type { Result } from "@tessera/ledger";
import { lockToMerchant, recoverLock } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Decision } from "../decision/index.ts";
import type { PaymentCard } from "../holds/index.ts";
import type { PaymentRequest } from "../messages/index.ts";

/** Returns whether the card is locked to a merchant that is not known yet or not stored yet. */
function isOpenLock({ usage, lockedMerchantKey }: PaymentCard): boolean {
  return usage === "merchant_locked" && lockedMerchantKey === null;
}

/**
 * Stores the merchant of the payment that was just approved, which the card is now locked to. A
 * failure does not affect the payment: the ledger accepted only this payment as the first, and the
 * next payment that encounters the lock stores the merchant.
 */
export async function afterApproval(
  context: AppContext,
  card: PaymentCard,
  { merchant }: Pick<PaymentRequest, "merchant">,
  { approvedMinor }: Pick<Decision, "approvedMinor">,
): Promise<void> {
  if (!isOpenLock(card) || approvedMinor === 0n) {
    return;
  }
  try {
    await lockToMerchant(context.db.urgent.kysely, card.id, merchant);
  } catch (error) {
    context.log.warn(
      { err: error, cardId: card.id },
      "a card's merchant lock will be stored later",
    );
  }
}

/**
 * Stores the first payment's merchant if another payment has taken the lock since the card was
 * read.
 */
export async function beforeJudgingAnew(
  context: AppContext,
  card: PaymentCard,
  result: Extract<Result, { outcome: "refused" }>,
): Promise<void> {
  if (isOpenLock(card) && result.reason === "guard_exceeded") {
    await recoverLock(context.db.urgent.kysely, card.id);
  }
}
