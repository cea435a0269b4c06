import type {
  Operator,
  OperatorDetail,
  OperatorsPage,
  OperatorsQuery,
} from "@tessera/contract/identity/operators.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { readPage } from "../../platform/paging/pages.ts";
import { countFactors } from "../second-factor/index.ts";
import { lastSignInOf, lastSignInsOf, liveSessionsOf } from "../sessions/index.ts";
import { presentOperator, presentOperatorDetail } from "./operators.presenter.ts";
import { type OperatorRow, selectOperator, selectOperators } from "./operators.repository.ts";

/**
 * Lists operators by username, each with their last sign-in.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listOperators(
  context: AppContext,
  { query, readerId }: { readonly query: OperatorsQuery; readonly readerId: string },
): Promise<OperatorsPage> {
  const tx = context.db.kysely;
  const { status, role } = query;
  const { rows, nextCursor } = await readPage(context, {
    scope: `operators:${status ?? ""}:${role ?? ""}`,
    query,
    read: (seek) => selectOperators(tx, { status, role }, seek),
    placeOf: ({ username }) => [username],
  });
  const lastSignIns = await lastSignInsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) =>
    presentOperator(row, { readerId, lastSignInAt: lastSignIns.get(row.id) }),
  );
  return { data, nextCursor };
}

/**
 * Reads one operator.
 *
 * @throws Refusal `not_found`
 */
export async function getOperator(
  context: AppContext,
  { id, readerId }: { readonly id: string | undefined; readonly readerId: string },
): Promise<OperatorDetail> {
  const tx = context.db.kysely;
  const row = id === undefined ? undefined : await selectOperator(tx, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const [factors, sessions, lastSignInAt] = await Promise.all([
    countFactors(tx, row.id),
    liveSessionsOf(tx, row.id, context.clock.now()),
    lastSignInOf(tx, row.id),
  ]);
  const reading = { readerId, lastSignInAt, factors, sessions: sessions.length };
  return presentOperatorDetail(row, reading);
}

/** Reads and presents an operator after a change. */
export async function readChanged(
  context: AppContext,
  row: OperatorRow,
  readerId: string,
): Promise<Operator> {
  const lastSignInAt = await lastSignInOf(context.db.kysely, row.id);
  return presentOperator(row, { readerId, lastSignInAt });
}
