import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import type { AccountId } from "./types.ts";

/** Ids below this are the house's; a customer's account is never among them. */
export const FIRST_CUSTOMER_ACCOUNT: AccountId = 1_000n;

/** The house's own accounts, one of each in every currency, in the order of their ids. */
export const HOUSE_ACCOUNTS = [
  "fees",
  "network_settlement",
  "chain_clearing",
  "bank_clearing",
  "fx_position",
  "suspense",
] as const;

export type HouseAccountKind = (typeof HOUSE_ACCOUNTS)[number];

/** Id of a house account, seeded by the migration. It has no balance row and is never locked. */
export function houseAccount(kind: HouseAccountKind, currency: CurrencyCode): AccountId {
  return BigInt((CURRENCIES.indexOf(currency) + 1) * 100 + HOUSE_ACCOUNTS.indexOf(kind) + 1);
}
