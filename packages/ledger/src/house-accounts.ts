import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { query, type Source } from "./query-runner.ts";
import type { AccountId, AssetCode } from "./types.ts";

/** The lowest id of a customer account. Smaller ids are internal accounts. */
export const FIRST_CUSTOMER_ACCOUNT: AccountId = 1_000n;

/**
 * The types of the program's internal accounts, in id order. Each currency has one account of each
 * type.
 */
export const HOUSE_ACCOUNTS = [
  "fees",
  "network_settlement",
  "chain_clearing",
  "bank_clearing",
  "fx_position",
  "suspense",
] as const;

export type HouseAccountKind = (typeof HOUSE_ACCOUNTS)[number];

/**
 * Returns the id of an internal account. A migration creates the account, which has no balance row
 * and is never locked.
 */
export function houseAccount(kind: HouseAccountKind, currency: CurrencyCode): AccountId {
  return BigInt((CURRENCIES.indexOf(currency) + 1) * 100 + HOUSE_ACCOUNTS.indexOf(kind) + 1);
}

/** The types of the internal accounts of an asset, in id order. */
export const ASSET_ACCOUNTS = ["fees", "chain_clearing", "fx_position", "dust"] as const;

export type AssetAccountKind = (typeof ASSET_ACCOUNTS)[number];

/** The internal accounts of an asset. */
export type AssetAccounts = Readonly<Record<AssetAccountKind, AccountId>>;

/**
 * Returns the internal accounts of an asset, and creates them at the first call. They have no
 * balance row and are never locked.
 */
export async function assetAccounts(tx: Source, asset: AssetCode): Promise<AssetAccounts> {
  const [row] = await query<{ first: bigint }>(tx, "select ledger.open_asset($1::text) as first", [
    asset,
  ]);
  if (row === undefined) {
    throw new Error(`the database returned no accounts for ${asset}`);
  }
  const idOf = (kind: AssetAccountKind) => row.first + BigInt(ASSET_ACCOUNTS.indexOf(kind));
  return {
    fees: idOf("fees"),
    chain_clearing: idOf("chain_clearing"),
    fx_position: idOf("fx_position"),
    dust: idOf("dust"),
  };
}
