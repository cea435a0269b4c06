import type { Result } from "@tessera/ledger";
import { lockToMerchant, recoverLock } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Decision } from "../decision/index.ts";
import type { PaymentCard } from "../holds/index.ts";
import type { PaymentRequest } from "../messages/index.ts";

/** Whether the payment that locks the card is still to come, or to be written down. */
function isOpenLock({ usage, lockedMerchantKey }: PaymentCard): boolean {
  return usage === "merchant_locked" && lockedMerchantKey === null;
}

/**
 * Writes down whom a card is locked to by the payment that was just approved. Failing changes
 * nothing about the payment: the ledger let it alone be the first, and the next one that meets the
 * lock writes it down.
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
    context.log.warn({ err: error, cardId: card.id }, "a card's lock is written down later");
  }
}

/** Makes known who was first, where another payment took the lock since the card was read. */
export async function beforeJudgingAnew(
  context: AppContext,
  card: PaymentCard,
  result: Extract<Result, { outcome: "refused" }>,
): Promise<void> {
  if (isOpenLock(card) && result.reason === "guard_exceeded") {
    await recoverLock(context.db.urgent.kysely, card.id);
  }
}
