import type { Grant } from "@tessera/contract/risk/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { type Page, type PageQuery, readPage } from "../../platform/pages.ts";
import { presentGrant } from "./grants.presenter.ts";
import { listGrantRows } from "./grants.repository.ts";

/** How many the console shows on one page; older ones expired long ago. */
const DEFAULT_LIMIT = 50;

/**
 * Lists a customer's one-time exceptions, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor that was not made for this list
 */
export async function listGrants(
  context: AppContext,
  customerId: string,
  query: PageQuery,
): Promise<Page<Grant>> {
  const now = context.clock.now();
  const { rows, nextCursor } = await readPage(context, {
    scope: `grants:${customerId}`,
    query,
    defaultLimit: DEFAULT_LIMIT,
    read: (seek) => listGrantRows(context.db.kysely, customerId, seek),
    placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
  });
  return { data: rows.map((row) => presentGrant(row, now)), nextCursor };
}
