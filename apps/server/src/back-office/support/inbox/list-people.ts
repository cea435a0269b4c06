import type { AppContext } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import { type Page, type PageQuery, readPage } from "../../../platform/paging/pages.ts";
import { listDeskPeople } from "./people.repository.ts";

/**
 * Lists the people whom a conversation can be assigned to, by name.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listPeople(
  context: AppContext,
  query: PageQuery,
): Promise<Page<{ readonly id: string; readonly username: string }>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: "desk-people",
    query,
    read: (seek) => listDeskPeople(context.db.kysely, seek),
    placeOf: ({ username }) => [username],
  });
  return {
    data: rows.map(({ id, username }) => ({ id: wireId("usr", id), username })),
    nextCursor,
  };
}
