import type {
  InvitationsPage,
  InvitationsQuery,
} from "@tessera/contract/identity/operators.schemas";
import type { AppContext } from "../../../platform/context.ts";
import { readPage } from "../../../platform/paging/pages.ts";
import { presentInvitation } from "../operators.presenter.ts";
import { selectInvitations } from "./invitations.repository.ts";

/**
 * Lists invitations, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor created with another filter
 */
export async function listInvitations(
  context: AppContext,
  query: InvitationsQuery,
): Promise<InvitationsPage> {
  const now = context.clock.now();
  const { status } = query;
  const { rows, nextCursor } = await readPage(context, {
    scope: `operator-invitations:${status ?? ""}`,
    query,
    read: (seek) => selectInvitations(context.db.kysely, { status, now }, seek),
    placeOf: ({ id }) => [id],
  });
  return { data: rows.map((row) => presentInvitation(row, now)), nextCursor };
}
