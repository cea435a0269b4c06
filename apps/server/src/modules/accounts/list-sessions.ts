import type { Session } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { liveSessionsOf, type OwnSession } from "./sessions.repository.ts";

/** Where a person is signed in: this session first, then by when they were last seen. */
export async function listSessions(
  { db, clock }: AppContext,
  session: Session,
): Promise<(OwnSession & { readonly isCurrent: boolean })[]> {
  const now = clock.now();
  const live = await liveSessionsOf(db.kysely, session.userId, now);
  const [current, others] = [true, false].map((isCurrent) =>
    live
      .filter(({ id }) => (id === session.sessionId) === isCurrent)
      .map((one) => ({ ...one, isCurrent })),
  );
  // The stored time of this very call may be a minute late.
  return [...(current ?? []).map((one) => ({ ...one, lastSeenAt: now })), ...(others ?? [])];
}
