import type { PayoutNetwork } from "@tessera/contract/money-movement/withdrawals.schemas";
import type { Tx } from "../../../platform/context.ts";
import { BY_CREATION, keyset } from "../../../platform/paging/keyset.ts";
import type { Seek } from "../../../platform/paging/pages.ts";
import type { AddressRow, WithdrawalsTables } from "../withdrawals.tables.ts";

function addresses(tx: Tx) {
  return tx.withTables<WithdrawalsTables>().selectFrom("payout_address").selectAll();
}

/** Selects a customer's address book, newest first. Without `seek`, selects all of it. */
export function selectAddresses(tx: Tx, customerId: string, seek?: Seek): Promise<AddressRow[]> {
  const own = addresses(tx).where("customer_id", "=", customerId).where("removed_at", "is", null);
  return keyset(own, BY_CREATION, "desc", seek).execute();
}

/** Selects every address that was ever in a customer's address book, including removed ones. */
export function selectAllAddresses(tx: Tx, customerId: string): Promise<AddressRow[]> {
  return addresses(tx).where("customer_id", "=", customerId).execute();
}

interface AddressKey {
  readonly id: string;
  readonly customerId: string;
}

function inBook(tx: Tx, key: AddressKey) {
  return addresses(tx)
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .where("removed_at", "is", null);
}

export function selectAddress(tx: Tx, key: AddressKey): Promise<AddressRow | undefined> {
  return inBook(tx, key).executeTakeFirst();
}

/** Selects an address FOR SHARE, so that it stays in the book until the transaction ends. */
export function shareAddress(tx: Tx, key: AddressKey): Promise<AddressRow | undefined> {
  return inBook(tx, key).forShare().executeTakeFirst();
}

export function selectAddressByKey(
  tx: Tx,
  key: { readonly customerId: string; readonly clientKey: string },
): Promise<AddressRow | undefined> {
  return addresses(tx)
    .where("customer_id", "=", key.customerId)
    .where("client_key", "=", key.clientKey)
    .executeTakeFirst();
}

/**
 * Inserts an address.
 *
 * @returns whether it was inserted. False if the book already has the address or the key.
 */
export async function insertAddress(tx: Tx, row: AddressRow): Promise<boolean> {
  const result = await tx
    .withTables<WithdrawalsTables>()
    .insertInto("payout_address")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Changes an address in the book. Leaves a removed address unchanged. */
function changeInBook(
  tx: Tx,
  key: AddressKey,
  to: Partial<Pick<AddressRow, "label" | "removed_at">>,
): Promise<AddressRow | undefined> {
  return tx
    .withTables<WithdrawalsTables>()
    .updateTable("payout_address")
    .set(to)
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Renames an address.
 *
 * @returns the address with its new name, or undefined if it is not in the book
 */
export function renameAddressRow(
  tx: Tx,
  key: AddressKey,
  label: string,
): Promise<AddressRow | undefined> {
  return changeInBook(tx, key, { label });
}

/**
 * Removes an address from the book.
 *
 * @returns the removed address, or undefined if it was not in the book
 */
export function removeAddressRow(
  tx: Tx,
  key: AddressKey,
  at: Date,
): Promise<AddressRow | undefined> {
  return changeInBook(tx, key, { removed_at: at });
}

/** Returns whether a payout from this customer has ever arrived at an address. */
export async function isAddressProven(
  tx: Tx,
  at: { readonly customerId: string; readonly network: PayoutNetwork; readonly address: string },
): Promise<boolean> {
  const row = await tx
    .withTables<WithdrawalsTables>()
    .selectFrom("withdrawal")
    .innerJoin("withdrawal_quote", "withdrawal_quote.id", "withdrawal.id")
    .select("withdrawal.id")
    .where("withdrawal.customer_id", "=", at.customerId)
    .where("withdrawal.state", "=", "completed")
    .where("withdrawal_quote.network", "=", at.network)
    .where("withdrawal_quote.address", "=", at.address)
    .executeTakeFirst();
  return row !== undefined;
}
