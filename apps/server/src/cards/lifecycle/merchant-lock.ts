import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { merchantKey } from "../../authorization/decision/index.ts";
import type { Tx } from "../../platform/context.ts";
import { findLockingMerchant, updateLock } from "./merchant-locks.repository.ts";

/**
 * Stores the merchant that a merchant-locked card is locked to. The payment itself has already
 * determined the merchant in the ledger, which allows only one payment to be the first. Later
 * payments are compared with this merchant.
 */
export async function lockToMerchant(
  tx: Tx,
  cardId: string,
  { name }: Pick<Merchant, "name">,
): Promise<void> {
  await updateLock(tx, cardId, { key: merchantKey(name), name });
}

/**
 * Stores the lock for a first payment if a crash occurred between the payment and {@link
 * lockToMerchant}.
 *
 * @returns whether there was a first payment
 */
export async function recoverLock(tx: Tx, cardId: string): Promise<boolean> {
  const merchant = await findLockingMerchant(tx, cardId);
  if (merchant !== undefined) {
    await lockToMerchant(tx, cardId, merchant);
  }
  return merchant !== undefined;
}

/** Removes the lock if the first payment turns out never to have been approved. */
export async function unlockMerchant(tx: Tx, cardId: string): Promise<void> {
  await updateLock(tx, cardId, null);
}
