import type { BankEntryState } from "@tessera/contract/money-movement/bank.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type AccountRow, type EntryRow, type StatementRow, tables } from "./bank.tables.ts";

export interface EntryFilter {
  readonly state?: BankEntryState;
  readonly statementId?: string;
  readonly after?: string;
  readonly limit: number;
}

/** Selects transactions, newest first. */
export function selectEntries(tx: Tx, filter: EntryFilter): Promise<EntryRow[]> {
  const { state, statementId, after, limit } = filter;
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .$if(state !== undefined, (query) =>
      // Written into the statement, so that the planner can use the partial indexes.
      query.where("state", "=", sql.lit(state ?? "waiting")),
    )
    .$if(statementId !== undefined, (query) =>
      query.where("bank_statement_id", "=", statementId ?? ""),
    )
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function selectEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  return tables(tx).selectFrom("bank_entry").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Selects statements, newest first. */
export function selectStatements(
  tx: Tx,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<StatementRow[]> {
  return tables(tx)
    .selectFrom("bank_statement")
    .selectAll()
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function selectStatement(tx: Tx, id: string): Promise<StatementRow | undefined> {
  return tables(tx)
    .selectFrom("bank_statement")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Counts the transactions of statements by state. */
export function countByState(
  tx: Tx,
  statementIds: readonly string[],
): Promise<{ bank_statement_id: string; state: BankEntryState; count: number }[]> {
  return tables(tx)
    .selectFrom("bank_entry")
    .select(["bank_statement_id", "state", sql<number>`count(*)::int`.as("count")])
    .where("bank_statement_id", "in", statementIds.length === 0 ? [""] : [...statementIds])
    .groupBy(["bank_statement_id", "state"])
    .execute();
}

/** Selects an account of the program, or undefined before its first statement. */
export function findBankAccount(tx: Tx, account: string): Promise<AccountRow | undefined> {
  return tables(tx)
    .selectFrom("bank_account")
    .selectAll()
    .where("account", "=", account)
    .executeTakeFirst();
}

/** What operators have to know about bank transfers, for metrics. */
export interface BankFigures {
  readonly unmatched: number;
  readonly oldestAt: Date | null;
  readonly outflows: number;
}

/** Counts what waits for operators. State by state, so that each has its partial index. */
export async function selectFigures(tx: Tx): Promise<BankFigures> {
  const { rows } = await sql<BankFigures>`
    select u.count as unmatched, u.oldest as "oldestAt", o.count as outflows
    from (select count(*)::int as count, min(changed_at) as oldest from bank_entry
        where state = 'unmatched') u,
      (select count(*)::int as count from bank_entry where state = 'outflow') o`.execute(tx);
  return rows[0] ?? { unmatched: 0, oldestAt: null, outflows: 0 };
}

/** Selects when a statement of each account was imported last. */
export function selectImportTimes(tx: Tx): Promise<{ currency: string; imported_at: Date }[]> {
  return tables(tx).selectFrom("bank_account").select(["currency", "imported_at"]).execute();
}
