import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { choosePassword } from "../../passwords/index.ts";
import { addOperator, findPersonByName, type Person } from "../../people/index.ts";
import { deleteRegistrationsOf } from "../../registration/index.ts";
import { admitPerson, hashToken, type Visitor } from "../../sessions/index.ts";
import { notifyAdministrators } from "../notify-of-change.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { publishOperators } from "../publish-operators.ts";
import { lockInvitationByToken, updateInvitation } from "./invitations.repository.ts";
import { readInvitation } from "./read-invitation.ts";

interface Acceptance {
  readonly token: string;
  readonly username: string;
  readonly password: string;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Accepts an invitation: makes the holder of the emailed link an operator and signs them in. The
 * link works only once. Until they set up a second factor, their session can only access their own
 * account.
 *
 * @throws Refusal `invitation_invalid`, `invalid_input` for a taken username or a weak password
 */
export async function acceptInvitation(
  context: AppContext,
  input: Acceptance,
): Promise<{ token: string; person: Person }> {
  const { username, password } = input;
  // This runs before the password is hashed, so that an invalid link costs only one read.
  const { email } = await readInvitation(context, input.token);
  const passwordHash = await choosePassword(context, password, { email, username });
  const accepted = await inTransaction(context.db, async (tx) => {
    const now = context.clock.now();
    const invitation = await lockInvitationByToken(tx, hashToken(input.token), now);
    if (invitation === undefined) {
      throw new Refusal("invitation_invalid", { internal: "used or withdrawn meanwhile" });
    }
    const person = await join(context, tx, { invitation, passwordHash, input });
    const ended = { ended_at: now, ended_by: username, person_id: person.id };
    const revision = invitation.revision + 1;
    await updateInvitation(tx, invitation.id, { ...ended, revision, status: "accepted" });
    await deleteRegistrationsOf(tx, email);
    const { visitor, requestId } = input;
    const admission = { person, visitor, remember: false, requestId, factor: undefined };
    return { token: await admitPerson(context, tx, admission), person };
  });
  await publishOperators(context);
  return accepted;
}

interface Joining {
  readonly invitation: InvitationRow;
  readonly passwordHash: string;
  readonly input: Acceptance;
}

async function join(
  context: AppContext,
  tx: Tx,
  { invitation, passwordHash, input }: Joining,
): Promise<Person> {
  const { id, email, role, locale, invited_by: by, inviter_id: inviterId } = invitation;
  const { username, requestId } = input;
  const names = { email, username, passwordHash, locale, requestId };
  const person = await addOperator(context, tx, {
    ...names,
    role,
    ...(inviterId !== null && { inviterId }),
  });
  if (person === undefined) {
    if ((await findPersonByName(tx, email)) !== undefined) {
      throw new Refusal("invitation_invalid", { internal: "the address has an account by now" });
    }
    const fields = [{ path: "username", code: "username_taken" }] as const;
    throw new Refusal("invalid_input", { fields });
  }
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "operator.join",
      actor: username,
      customerId: null,
      object: person.id,
      outcome: "ok",
      requestId,
      data: { role, invitation: id, invitedBy: by, after: { username } },
    },
  ]);
  const notice = { what: "joined", by, about: username, role } as const;
  await notifyAdministrators(context, tx, notice, { userId: person.id });
  return person;
}
