import type {
  BreakDetail,
  BreaksQuery,
  ReconciliationBreak,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import { selectBreak, selectBreaks, selectEvents } from "./breaks.repository.ts";
import { firstSeenBetween } from "./find-break.policy.ts";
import { presentBreak, presentDetail } from "./reconciliation.presenter.ts";

/** The number of breaks on a page, unless the caller sets another one. */
export const BREAKS_LIMIT = 20;

function assigneeOf(assigned: BreaksQuery["assigned"], me: string): string | null | undefined {
  switch (assigned) {
    case "me":
      return me;
    case "nobody":
      return null;
    case undefined:
      return undefined;
  }
}

/**
 * Lists breaks, longest known first.
 *
 * @param me the caller's username
 */
export async function listBreaks(
  context: AppContext,
  query: BreaksQuery,
  me: string,
): Promise<PlacedPage<ReconciliationBreak>> {
  const { source, state, kind, age, assigned, cursor, limit = BREAKS_LIMIT } = query;
  const filters = [source, state, kind, age, assigned].map((one) => one ?? "").join(":");
  const scope = `breaks:${filters}`;
  const now = context.clock.now();
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, scope, cursor);
  const between = age === undefined ? undefined : firstSeenBetween(age, now);
  const found = await selectBreaks(context.db.kysely, {
    ...{ source, state, kind, after, limit: limit + 1 },
    seenAfter: between?.after,
    seenUntil: between?.until,
    assignedTo: assigneeOf(assigned, me),
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return placedPage(context, {
    scope,
    data: rows.map((row) => presentBreak(row, now)),
    places: rows.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  });
}

/**
 * Returns a break with the lines of both sides and its history.
 *
 * @throws Refusal `not_found`
 */
export async function getBreak(
  { db, clock }: AppContext,
  id: string | undefined,
): Promise<BreakDetail> {
  const row = id === undefined ? undefined : await selectBreak(db.kysely, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return presentDetail(row, await selectEvents(db.kysely, row.id), clock.now());
}
