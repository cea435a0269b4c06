import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { announceEnded, deleteOwnSession } from "./sessions.repository.ts";
import { endSessionsBut, forgetSessions, tellSessionsEnded } from "./sessions.ts";

/** Who is ending the session, for the audit log. */
interface Ending {
  readonly session: Session;
  readonly requestId: string;
}

/**
 * Signs out one of a person's devices, on every server, before returning.
 *
 * @param id the wire id of a session
 * @throws Refusal `not_found` if the session has ended, belongs to another person, or is unknown
 */
export async function endOwnSession(
  context: AppContext,
  ending: Ending,
  id: string,
): Promise<void> {
  const sessionId = parseId("ses", id);
  if (sessionId === undefined) {
    throw new Refusal("not_found");
  }
  await inTransaction(context.db, async (tx) => {
    if (!(await deleteOwnSession(tx, ending.session.userId, sessionId))) {
      throw new Refusal("not_found");
    }
    await announceEnded(tx, sessionId);
    await record(context, tx, ending, { object: sessionId, ended: 1 });
  });
  forgetSessions(context, sessionId);
  await tellSessionsEnded(context, ending.session);
}

/**
 * Signs out all of a person's other devices, on every server, before returning. Repeating the call
 * changes nothing.
 *
 * @returns the number of sessions that were ended
 */
export async function endOtherSessions(context: AppContext, ending: Ending): Promise<number> {
  const { ended, forget } = await inTransaction(context.db, async (tx) => {
    const others = await endSessionsBut(context, tx, ending.session);
    if (others.ended > 0) {
      await record(context, tx, ending, { object: null, ended: others.ended });
    }
    return others;
  });
  forget();
  if (ended > 0) {
    await tellSessionsEnded(context, ending.session);
  }
  return ended;
}

async function record(
  { ledger }: AppContext,
  tx: Tx,
  { session, requestId }: Ending,
  { object, ended }: { readonly object: string | null; readonly ended: number },
): Promise<void> {
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: "sessions_ended",
      actor: session.userId,
      customerId: session.role === "customer" ? session.customerId : null,
      object,
      outcome: "ok",
      requestId,
      data: { ended },
    },
  ]);
}
