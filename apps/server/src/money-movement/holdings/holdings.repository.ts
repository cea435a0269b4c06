import type { CurrencyCode } from "@tessera/money";
import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** The balance of one of a customer's accounts or cards. Negative for a card with a debt. */
export interface Holding {
  readonly accountId: bigint;
  /** `account_debt` is owed by the account itself, after a bank took a transfer back. */
  readonly kind: "account" | "card" | "debt" | "account_debt";
  readonly currency: CurrencyCode;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
}

const KIND_OF = { account: "account", card: "card", receivable: "debt" } as const;

/**
 * Selects all of a customer's balances and debts, in wallet accounts and on cards, in one query.
 */
export async function selectHoldings(tx: Tx, customerId: string): Promise<Holding[]> {
  const rows = await tx
    .withTables<WalletTables>()
    .selectFrom("ledger.account as a")
    .innerJoin("ledger.balance as b", "b.account_id", "a.id")
    .leftJoin("customer_account as own", "own.account_id", "a.id")
    .select(["a.id", "a.kind", "a.currency", "b.posted", "b.held", "own.account_id as own"])
    .where("a.customer_id", "=", customerId)
    .where("a.kind", "in", ["account", "card", "receivable"])
    .orderBy("a.id")
    .execute();
  return rows.map((row) => ({
    accountId: row.id,
    kind: row.kind === "receivable" && row.own !== null ? "account_debt" : KIND_OF[row.kind],
    currency: row.currency,
    postedMinor: row.posted,
    heldMinor: row.held,
  }));
}
