import type { AccountId } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A customer's ledger account. */
export interface CustomerAccount {
  readonly kind: "account" | "receivable";
  readonly currency: CurrencyCode;
  readonly accountId: AccountId;
}

export async function insertCustomerAccounts(
  tx: Tx,
  customerId: string,
  accounts: readonly CustomerAccount[],
): Promise<void> {
  await tables(tx)
    .insertInto("customer_account")
    .values(
      accounts.map(({ kind, currency, accountId }) => ({
        customer_id: customerId,
        kind,
        currency,
        account_id: accountId,
      })),
    )
    .execute();
}

/**
 * Selects all of a customer's accounts. They are opened together with the customer and never
 * change.
 */
export async function selectCustomerAccounts(
  tx: Tx,
  customerId: string,
): Promise<CustomerAccount[]> {
  const rows = await tables(tx)
    .selectFrom("customer_account")
    .select(["kind", "currency", "account_id as accountId"])
    .where("customer_id", "=", customerId)
    .orderBy("account_id")
    .$castTo<CustomerAccount>()
    .execute();
  return rows;
}
