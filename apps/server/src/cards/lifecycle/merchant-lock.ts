import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { merchantKey } from "../../authorization/decision/index.ts";
import type { Tx } from "../../platform/context.ts";
import { findLockingMerchant, updateLock } from "./merchant-locks.repository.ts";

/**
 * Writes whom a merchant-locked card is locked to from now on. The payment itself has decided it
 * in the ledger, which lets one payment alone be the first; this is what others are compared with.
 */
export async function lockToMerchant(
  tx: Tx,
  cardId: string,
  { name }: Pick<Merchant, "name">,
): Promise<void> {
  await updateLock(tx, cardId, { key: merchantKey(name), name });
}

/**
 * Writes the lock that a first payment left unwritten, because the server stopped between the two.
 *
 * @returns whether there was such a payment
 */
export async function recoverLock(tx: Tx, cardId: string): Promise<boolean> {
  const merchant = await findLockingMerchant(tx, cardId);
  if (merchant !== undefined) {
    await lockToMerchant(tx, cardId, merchant);
  }
  return merchant !== undefined;
}

/** Undoes the lock, where the first payment turned out never to have been approved. */
export async function unlockMerchant(tx: Tx, cardId: string): Promise<void> {
  await updateLock(tx, cardId, null);
}
