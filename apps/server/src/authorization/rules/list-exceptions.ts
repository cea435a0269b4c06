import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { presentGrant } from "./exceptions.presenter.ts";
import { listGrantRows } from "./exceptions.repository.ts";

/** The console's page size. Older exceptions expired long ago. */
const DEFAULT_LIMIT = 50;

/**
 * Lists a customer's one-time exceptions, or only those for one payment, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listGrants(
  context: AppContext,
  customerId: string,
  { movementId, ...query }: PageQuery & { readonly movementId?: string | undefined },
): Promise<Page<Grant>> {
  const now = context.clock.now();
  const ofMovement = movementId === undefined ? undefined : parseId("mov", movementId);
  const { rows, nextCursor } = await readPage(context, {
    scope: `grants:${customerId}:${movementId ?? ""}`,
    query,
    defaultLimit: DEFAULT_LIMIT,
    read: (seek) => listGrantRows(context.db.kysely, { customerId, ofMovement }, seek),
    placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
  });
  return { data: rows.map((row) => presentGrant(row, now)), nextCursor };
}
