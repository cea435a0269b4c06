import type { AccountId } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import { type CustomerAccount, selectCustomerAccounts } from "./customer-accounts.repository.ts";

/** Customers whose accounts are remembered; they never change, so nothing forgets them but room. */
const MAX_REMEMBERED = 100_000;
const remembered = new Map<string, readonly CustomerAccount[]>();

/** A customer's accounts in every currency, asked for once a process. */
async function accountsOf(tx: Tx, customerId: string): Promise<readonly CustomerAccount[]> {
  const known = remembered.get(customerId);
  if (known !== undefined) {
    return known;
  }
  const accounts = await selectCustomerAccounts(tx, customerId);
  // A customer without accounts is one whose transaction is not committed yet, or an operator.
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

/** The account that a customer's cards of a currency are funded from. */
export function accountOf(tx: Tx, customerId: string, currency: CurrencyCode): Promise<AccountId> {
  return accountOfKind(tx, customerId, "account", currency);
}

/** The account that takes what a customer owes in a currency. */
export function receivableOf(
  tx: Tx,
  customerId: string,
  currency: CurrencyCode,
): Promise<AccountId> {
  return accountOfKind(tx, customerId, "receivable", currency);
}
