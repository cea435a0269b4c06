import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import type { AccountId } from "./types.ts";

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
