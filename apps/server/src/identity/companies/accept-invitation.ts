import { MAX_COMPANIES } from "@tessera/contract/identity/companies.schemas";
import { cellOfToken } from "../../platform/cells/cell-of-token.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { findPerson, requireNotClosed } from "../people/index.ts";
import { lockCustomer, requireNoSecurityHold } from "../security-hold/index.ts";
import { hashToken } from "../sessions/index.ts";
import { type MemberAct, tellMembers } from "./acting-member.ts";
import { needsSecondFactor } from "./companies.presenter.ts";
import { countCompaniesOf, type OwnCompany } from "./companies.repository.ts";
import { noticeToContacts } from "./company-mails.ts";
import {
  findInvitationByToken,
  type InvitationView,
  takeInvitation,
} from "./invitations.repository.ts";
import { findMemberByPerson, insertMembership } from "./members.repository.ts";
import { findOwnCompany } from "./read-companies.ts";

/**
 * Reads the invitation for an emailed link, without using up the link.
 *
 * @throws Refusal `member_invitation_invalid`
 */
export async function readInvitation(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  token: string,
): Promise<InvitationView> {
  const found = await findInvitationByToken(db.kysely, hashToken(token), clock.now());
  if (found === undefined) {
    throw new Refusal("member_invitation_invalid");
  }
  return found;
}

interface Acceptance extends MemberAct {
  readonly token: string;
}

/**
 * Makes the signed-in person a member of the company that invited their address. The link works
 * once: it is used up in the transaction that creates the membership.
 *
 * @throws Refusal `member_invitation_invalid`; `member_invitation_other_address` if the link was
 * forwarded; `company_in_other_cell`; `second_factor_required` if the role requires one;
 * `too_many_companies`, `member_already`; `withdrawals_on_hold` while the company is on a security
 * hold
 */
export async function acceptInvitation(
  context: AppContext,
  acceptance: Acceptance,
): Promise<OwnCompany> {
  const { session, token } = acceptance;
  const cell = cellOfToken(token);
  if (cell !== undefined && cell !== context.directory.cell) {
    throw new Refusal("company_in_other_cell");
  }
  const { customer_id: customerId } = await readInvitation(context, token);
  const company = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const now = context.clock.now();
    const invitation = await findInvitationByToken(tx, hashToken(token), now);
    if (invitation === undefined) {
      throw new Refusal("member_invitation_invalid", { internal: "used or withdrawn meanwhile" });
    }
    await requireNoSecurityHold(tx, customerId);
    await requireAcceptable(tx, invitation, session.userId);
    await join(context, tx, invitation, acceptance);
    return findOwnCompany(context, tx, { personId: session.userId, customerId });
  });
  await tellMembers(context, { customerId, ownCustomerIds: [session.customerId] });
  return company;
}

async function requireAcceptable(
  tx: Tx,
  { customer_id: customerId, email, role }: InvitationView,
  personId: string,
): Promise<void> {
  const person = await findPerson(tx, personId);
  if (person?.email !== email) {
    throw new Refusal("member_invitation_other_address");
  }
  if (needsSecondFactor(role) && !person.hasSecondFactor) {
    throw new Refusal("second_factor_required");
  }
  await requireNotClosed(tx, customerId);
  if ((await findMemberByPerson(tx, customerId, personId)) !== undefined) {
    throw new Refusal("member_already");
  }
  if ((await countCompaniesOf(tx, personId)) >= MAX_COMPANIES) {
    throw new Refusal("too_many_companies");
  }
}

async function join(
  context: AppContext,
  tx: Tx,
  invitation: InvitationView,
  { session, requestId }: Acceptance,
): Promise<void> {
  const { customer_id: customerId, role, company, invited_by: by } = invitation;
  const now = context.clock.now();
  const id = newId(now);
  if ((await takeInvitation(tx, customerId, invitation.id)) === undefined) {
    throw new Refusal("member_invitation_invalid", { internal: "stopped meanwhile" });
  }
  await insertMembership(tx, {
    ...{ id, customer_id: customerId, person_id: session.userId, role },
    ...{ invited_by: by, joined_at: now },
  });
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "member.join",
      actor: session.userId,
      customerId,
      object: id,
      outcome: "ok",
      requestId,
      data: { givenRole: role, case: invitation.id },
    },
  ]);
  const notice = { what: "joined", company, about: session.username, role } as const;
  await noticeToContacts(context, tx, customerId, notice);
}
