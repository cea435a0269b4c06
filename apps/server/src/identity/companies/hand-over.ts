import { type Company, HANDOVER_HOURS } from "@tessera/contract/identity/companies.schemas";
import { ROLES_GIVEN_BY } from "@tessera/contract/identity/member-permissions";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireNoClosing } from "../people/index.ts";
import { lockCustomer, requireNoSecurityHold } from "../security-hold/index.ts";
import { memberChanged } from "../sessions/index.ts";
import { beginAsMember, type MemberAct, requireFreshProof, tellMembers } from "./acting-member.ts";
import { needsSecondFactor } from "./companies.presenter.ts";
import { findCompanyName, type OwnCompany } from "./companies.repository.ts";
import { noticeTo, noticeToContacts } from "./company-mails.ts";
import { withdrawInvitationsBy } from "./invitations.repository.ts";
import {
  deleteHandover,
  findHandoverTo,
  findMember,
  findMemberByPerson,
  type MemberView,
  replaceHandover,
  setRole,
} from "./members.repository.ts";
import { findOwnCompany, readCompany } from "./read-companies.ts";

const HOUR_MS = 3_600_000;

/**
 * The first step of a handover: the owner asks a member to become the owner, within 72 hours. It
 * replaces an earlier request.
 *
 * @throws Refusal `not_found`, also for a member of another company; `member_is_self`,
 * `member_lacks_second_factor`, `role_lacks_permission`, `proof_invalid`, `withdrawals_on_hold`
 */
export async function askHandover(
  context: AppContext,
  { session, requestId, id }: MemberAct & { readonly id: string | undefined },
): Promise<Company> {
  const { customerId } = session;
  const target = await inTransaction(context.db, async (tx) => {
    const owner = await beginAsMember(tx, session, "own");
    const to = id === undefined ? undefined : await findMember(tx, customerId, id);
    if (to === undefined) {
      throw new Refusal("not_found");
    }
    if (to.id === owner.id) {
      throw new Refusal("member_is_self");
    }
    if (needsSecondFactor("owner") && !to.hasSecondFactor) {
      throw new Refusal("member_lacks_second_factor");
    }
    await requireNoSecurityHold(tx, customerId);
    await requireFreshProof(tx, session);
    const now = context.clock.now();
    await replaceHandover(tx, {
      ...{ customer_id: customerId, from_id: owner.id, to_id: to.id, asked_at: now },
      expires_at: new Date(now.getTime() + HANDOVER_HOURS * HOUR_MS),
    });
    await record(context, tx, { action: "company.handover_ask", owner, to, requestId });
    const company = await findCompanyName(tx, customerId);
    const notice = { what: "handover", company, about: owner.username, role: "owner" } as const;
    await noticeTo(context, tx, to, notice);
    return to;
  });
  await tellMembers(context, { customerId, ownCustomerIds: [target.ownCustomerId] });
  return readCompany(context, session);
}

/** Withdraws the owner's request. Does nothing if there is none. */
export async function cancelHandover(
  context: AppContext,
  { session, requestId }: MemberAct,
): Promise<void> {
  const { customerId } = session;
  await inTransaction(context.db, async (tx) => {
    const owner = await beginAsMember(tx, session, "own");
    if (await deleteHandover(tx, customerId)) {
      await record(context, tx, { action: "company.handover_end", owner, requestId });
    }
  });
  await tellMembers(context, { customerId, ownCustomerIds: [] });
}

interface Answer extends MemberAct {
  readonly customerId: string | undefined;
}

/**
 * Locks the company and returns the member who was asked to become the owner.
 *
 * @throws Refusal `not_found` if the person was not asked, or is not a member
 */
async function requireAsked(context: AppContext, tx: Tx, { session, customerId }: Answer) {
  if (customerId === undefined) {
    throw new Refusal("not_found");
  }
  await lockCustomer(tx, customerId);
  const to = await findMemberByPerson(tx, customerId, session.userId);
  const handover = to && (await findHandoverTo(tx, to.id, context.clock.now()));
  const owner = handover && (await findMember(tx, customerId, handover.from_id));
  if (to === undefined || owner === undefined) {
    throw new Refusal("not_found");
  }
  return { to, owner };
}

/**
 * The second step of a handover: the member who was asked becomes the owner, the owner an admin.
 *
 * @throws Refusal `not_found`, `second_factor_required`, `proof_invalid`, `withdrawals_on_hold`;
 * `account_closing_open`, `account_closed` for the company's account or the new owner's
 */
export async function acceptHandover(context: AppContext, answer: Answer): Promise<OwnCompany> {
  const { session, requestId } = answer;
  const { company, owner, forget } = await inTransaction(context.db, async (tx) => {
    const asked = await requireAsked(context, tx, answer);
    const { to, owner: former } = asked;
    await requireNoSecurityHold(tx, to.customerId);
    await requireNoClosing(tx, to.customerId);
    // Nor one of the new owner: a person whose account closes must not own a company.
    await requireNoClosing(tx, session.customerId);
    if (!to.hasSecondFactor) {
      throw new Refusal("second_factor_required");
    }
    await requireFreshProof(tx, session);
    const forgets = await exchangeRoles(context, tx, asked);
    await record(context, tx, { action: "company.handover", owner: to, to: former, requestId });
    const { customerId } = to;
    const name = await findCompanyName(tx, customerId);
    const notice = { what: "owner", company: name, about: to.username, role: "owner" } as const;
    await noticeToContacts(context, tx, customerId, notice);
    const own = await findOwnCompany(context, tx, { personId: session.userId, customerId });
    return { company: own, owner: former, forget: forgets };
  });
  for (const one of forget) {
    one();
  }
  const ownCustomerIds = [session.customerId, owner.ownCustomerId];
  await tellMembers(context, { customerId: owner.customerId, ownCustomerIds });
  return company;
}

async function exchangeRoles(
  context: AppContext,
  tx: Tx,
  { to, owner }: { readonly to: MemberView; readonly owner: MemberView },
): Promise<(() => void)[]> {
  if (!(await deleteHandover(tx, to.customerId))) {
    throw new Refusal("not_found", { internal: "stopped meanwhile" });
  }
  // A company has one owner at any time, so the former one ends first.
  await setRole(tx, owner.id, "admin");
  await setRole(tx, to.id, "owner");
  await withdrawInvitationsBy(tx, owner, ROLES_GIVEN_BY.admin);
  return [
    await memberChanged(context, tx, { membershipId: owner.id, personId: owner.personId }),
    await memberChanged(context, tx, { membershipId: to.id, personId: to.personId }),
  ];
}

/**
 * Declines to become the owner.
 *
 * @throws Refusal `not_found` if the person was not asked, or is not a member
 */
export async function declineHandover(context: AppContext, answer: Answer): Promise<void> {
  const owner = await inTransaction(context.db, async (tx) => {
    const { to, owner: asking } = await requireAsked(context, tx, answer);
    await deleteHandover(tx, to.customerId);
    const { requestId } = answer;
    await record(context, tx, { action: "company.handover_end", owner: to, requestId });
    return asking;
  });
  const ownCustomerIds = [answer.session.customerId, owner.ownCustomerId];
  await tellMembers(context, { customerId: owner.customerId, ownCustomerIds });
}

interface HandoverRecord {
  readonly action: "company.handover_ask" | "company.handover_end" | "company.handover";
  /** Who acts. */
  readonly owner: MemberView;
  /** The other member. */
  readonly to?: MemberView;
  readonly requestId: string;
}

async function record(
  { ledger }: AppContext,
  tx: Tx,
  { action, owner, to, requestId }: HandoverRecord,
): Promise<void> {
  await ledger.appendAudit({ kysely: tx }, [
    {
      action,
      actor: owner.personId,
      customerId: owner.customerId,
      object: to?.id ?? null,
      outcome: "ok",
      requestId,
      data: to === undefined ? {} : { name: to.username },
    },
  ]);
}
