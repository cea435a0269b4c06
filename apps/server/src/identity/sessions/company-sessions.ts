import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import {
  deleteProofsOfMember,
  deleteSessionsOfMember,
  endOldestCompanySessions,
  insertCompanySession,
} from "./sessions.repository.ts";
import { deviceText, rereadSessionsOf, type Visitor } from "./sessions.ts";
import { newToken } from "./token.ts";

/** How many sessions for companies a session may have: one for each tab that acts for one. */
const MAX_COMPANY_SESSIONS = 20;

/**
 * Opens a session in which a person acts for a company. It ends with the person's own session, and
 * with the membership. The token is returned once; only its hash is stored.
 *
 * @throws Refusal `unauthenticated` if the person's own session has ended in the meantime
 */
export async function openCompanySession(
  { clock, directory }: AppContext,
  tx: Tx,
  opening: { readonly parent: Session; readonly membershipId: string; readonly visitor: Visitor },
): Promise<string> {
  const { parent, membershipId, visitor } = opening;
  const { token, hash } = newToken("vm", directory.cell);
  const now = clock.now();
  const isOpen = await insertCompanySession(tx, {
    id: newId(now),
    tokenHash: hash,
    personId: parent.userId,
    parentId: parent.sessionId,
    membershipId,
    createdAt: now,
    ip: visitor.ip,
    device: deviceText(visitor.device),
  });
  if (!isOpen) {
    throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
  }
  await endOldestCompanySessions(tx, parent.sessionId, MAX_COMPANY_SESSIONS);
  return token;
}

/**
 * Makes step-up tokens useless that a member was issued while acting for a company, and makes every
 * server read the member's sessions again. Call the returned function after the commit.
 */
export async function memberChanged(
  context: AppContext,
  tx: Tx,
  { membershipId, personId }: { readonly membershipId: string; readonly personId: string },
): Promise<() => void> {
  await deleteProofsOfMember(tx, membershipId);
  return rereadSessionsOf(context, tx, personId);
}

/**
 * Ends the sessions in which a member acts for a company, before the membership is deleted. Call
 * the returned function after the commit.
 */
export async function endSessionsOfMember(
  context: AppContext,
  tx: Tx,
  { membershipId, personId }: { readonly membershipId: string; readonly personId: string },
): Promise<() => void> {
  await deleteSessionsOfMember(tx, membershipId);
  return rereadSessionsOf(context, tx, personId);
}
