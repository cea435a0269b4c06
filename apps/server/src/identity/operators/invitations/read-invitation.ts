import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { hashToken } from "../../sessions/index.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { findInvitationByToken } from "./invitations.repository.ts";

/**
 * Reads the invitation for an emailed link, without using up the link.
 *
 * @throws Refusal `invitation_invalid`
 */
export async function readInvitation(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  token: string,
): Promise<InvitationRow> {
  const found = await findInvitationByToken(db.kysely, hashToken(token), clock.now());
  if (found === undefined) {
    throw new Refusal("invitation_invalid");
  }
  return found;
}
