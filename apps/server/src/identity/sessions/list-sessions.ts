import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { type Page, type PageQuery, readPageOf } from "../../platform/paging/pages.ts";
import { liveSessionsOf, type OwnSession } from "./sessions.repository.ts";

/**
 * Lists a person's sessions, starting with the current one, then newest first. The list is not
 * ordered by last use, since the order would change with every call and paging would not work.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listSessions(
  context: AppContext,
  session: Session,
  query: PageQuery,
): Promise<Page<OwnSession & { readonly isCurrent: boolean }>> {
  const now = context.clock.now();
  const live = await liveSessionsOf(context.db.kysely, session.userId, now);
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `sessions:${session.sessionId}`,
    query,
    rows: live.map((one) => ({ ...one, isCurrent: one.id === session.sessionId })),
    direction: "desc",
    placeOf: ({ isCurrent, createdAt, id }) => [String(isCurrent), createdAt.toISOString(), id],
  });
  // The stored time of the current session's last call may be up to a minute out of date.
  const data = rows.map((one) => (one.isCurrent ? { ...one, lastSeenAt: now } : one));
  return { data, nextCursor };
}
