import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { selectCaseIds } from "../../back-office/cases/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { presentWithdrawal } from "./withdrawals.presenter.ts";
import { selectSteps, selectWithdrawal, selectWithdrawals } from "./withdrawals.repository.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

const DEFAULT_LIMIT = 20;

/** Converts a withdrawal with its steps to the form shown to its owner. */
export async function presentWithSteps(
  context: AppContext,
  row: WithdrawalRow,
): Promise<Withdrawal> {
  const [presented] = await presentAll(context, [row]);
  if (presented === undefined) {
    throw new Error("one withdrawal was not presented as one");
  }
  return presented;
}

async function presentAll(
  context: AppContext,
  rows: readonly WithdrawalRow[],
): Promise<Withdrawal[]> {
  const { kysely } = context.db;
  const ids = rows.map(({ id }) => id);
  const [steps, cases] = await Promise.all([
    selectSteps(kysely, ids),
    selectCaseIds(kysely, "withdrawal", ids),
  ]);
  return rows.map((row) =>
    presentWithdrawal(context, row, {
      steps: steps.filter(({ withdrawal_id: id }) => id === row.id),
      caseId: cases.get(row.id),
    }),
  );
}

/**
 * Returns the current state of one withdrawal.
 *
 * @throws Refusal `not_found`
 */
export async function getWithdrawal(
  context: AppContext,
  input: { readonly customerId: string; readonly withdrawalId: string | undefined },
): Promise<Withdrawal> {
  const { customerId, withdrawalId: id } = input;
  const row =
    id === undefined ? undefined : await selectWithdrawal(context.db.kysely, { id, customerId });
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return presentWithSteps(context, row);
}

/**
 * Lists a customer's withdrawals: first those in progress, then those that have ended, each newest
 * first. A withdrawal that ends between two pages appears again among those that have ended.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listWithdrawals(
  context: AppContext,
  customerId: string,
  query: PageQuery,
): Promise<Page<Withdrawal>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: `withdrawals:${customerId}`,
    query,
    defaultLimit: DEFAULT_LIMIT,
    read: (seek) => selectWithdrawals(context.db.kysely, customerId, seek),
    placeOf: ({ ended_at, id }) => [String(ended_at === null), id],
  });
  return { data: await presentAll(context, rows), nextCursor };
}
