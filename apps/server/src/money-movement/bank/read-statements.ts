import type { BankEntryState, BankStatement } from "@tessera/contract/money-movement/bank.schemas";
import { formatAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PageQuery, type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import type { StatementRow } from "./bank.tables.ts";
import { countByState, selectStatement, selectStatements } from "./read-entries.repository.ts";

/** The number of statements on a page, unless the caller sets another one. */
export const STATEMENTS_LIMIT = 20;
const SCOPE = "bank-statements";

/** Lists imported statements, newest first, each with what became of its transactions. */
export async function listStatements(
  context: AppContext,
  query: PageQuery,
): Promise<PlacedPage<BankStatement>> {
  const tx = context.db.kysely;
  const { cursor, limit = STATEMENTS_LIMIT } = query;
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, SCOPE, cursor);
  const found = await selectStatements(tx, {
    limit: limit + 1,
    ...(after !== undefined && { after }),
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return placedPage(context, {
    scope: SCOPE,
    data: await presentStatements(tx, rows),
    places: rows.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  });
}

/**
 * Returns an imported statement.
 *
 * @throws Refusal `not_found`
 */
export async function getStatement(
  context: AppContext,
  id: string | undefined,
): Promise<BankStatement> {
  const tx = context.db.kysely;
  const row = id === undefined ? undefined : await selectStatement(tx, id);
  const [statement] = row === undefined ? [] : await presentStatements(tx, [row]);
  if (statement === undefined) {
    throw new Refusal("not_found");
  }
  return statement;
}

/** Counts the transactions of a statement by state. */
export async function countEntryStates(
  { db }: Pick<AppContext, "db">,
  statementId: string,
): Promise<readonly { readonly state: BankEntryState; readonly count: number }[]> {
  return countByState(db.kysely, [statementId]);
}

async function presentStatements(tx: Tx, rows: readonly StatementRow[]): Promise<BankStatement[]> {
  const counted =
    rows.length === 0
      ? []
      : await countByState(
          tx,
          rows.map(({ id }) => id),
        );
  return rows.map((row) => ({
    id: wireId("bst", row.id),
    account: row.account,
    currency: row.currency,
    format: row.format,
    statementId: row.statement_id,
    opening: formatAmount(row.opening_minor, row.currency),
    closing: formatAmount(row.closing_minor, row.currency),
    closingOn: row.closing_on,
    credits: formatAmount(row.credits_minor, row.currency),
    debits: formatAmount(row.debits_minor, row.currency),
    added: row.added,
    known: row.known,
    pending: row.pending,
    counts: Object.fromEntries(
      counted
        .filter(({ bank_statement_id: id }) => id === row.id)
        .map(({ state, count }) => [state, count]),
    ),
    importedAt: row.imported_at.toISOString(),
    importedBy: row.imported_by,
  }));
}
