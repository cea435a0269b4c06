import type { AccountId } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import { type CustomerAccount, selectCustomerAccounts } from "./customer-accounts.repository.ts";

/**
 * Maximum number of cached customers. Accounts never change, so entries are evicted only to save
 * memory.
 */
const MAX_REMEMBERED = 100_000;
const remembered = new Map<string, readonly CustomerAccount[]>();

/** Returns a customer's accounts in every currency. Reads them only once per process. */
async function accountsOf(tx: Tx, customerId: string): Promise<readonly CustomerAccount[]> {
  const known = remembered.get(customerId);
  if (known !== undefined) {
    return known;
  }
  const accounts = await selectCustomerAccounts(tx, customerId);
  // Operators have no accounts, and a customer's accounts are not visible until they are committed.
  if (accounts.length > 0) {
    const oldest = remembered.keys().next().value;
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) {
      remembered.delete(oldest);
    }
    remembered.set(customerId, accounts);
  }
  return accounts;
}

async function accountOfKind(
  tx: Tx,
  customerId: string,
  kind: CustomerAccount["kind"],
  currency: CurrencyCode,
): Promise<AccountId> {
  const accounts = await accountsOf(tx, customerId);
  const account = accounts.find((one) => one.kind === kind && one.currency === currency);
  if (account === undefined) {
    throw new Error(`customer ${customerId} has no ${kind} in ${currency}`);
  }
  return account.accountId;
}

/** Returns the account that funds a customer's cards in a currency. */
export function accountOf(tx: Tx, customerId: string, currency: CurrencyCode): Promise<AccountId> {
  return accountOfKind(tx, customerId, "account", currency);
}

/** Returns a customer's receivable in a currency. */
export function receivableOf(
  tx: Tx,
  customerId: string,
  currency: CurrencyCode,
): Promise<AccountId> {
  return accountOfKind(tx, customerId, "receivable", currency);
}
