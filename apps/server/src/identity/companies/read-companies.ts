import type {
  Company,
  Member,
  MemberInvitation,
} from "@tessera/contract/identity/companies.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, type PageQuery, readPageOf } from "../../platform/paging/pages.ts";
import { memberOf } from "./acting-member.ts";
import { presentCompany, presentInvitation, presentMember } from "./companies.presenter.ts";
import { findCompany, type OwnCompany, selectOwnCompanies } from "./companies.repository.ts";
import { selectOpenInvitations } from "./invitations.repository.ts";
import { selectMembers } from "./members.repository.ts";

/**
 * Lists the companies that a person is a member of, by name.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listOwnCompanies(
  context: AppContext,
  { userId: personId }: Session,
  query: PageQuery,
): Promise<Page<OwnCompany>> {
  const now = context.clock.now();
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `companies:${personId}`,
    query,
    rows: await selectOwnCompanies(context.db.kysely, { personId, now }),
    direction: "asc",
    placeOf: ({ name, customerId }) => [name.toLowerCase(), customerId],
  });
  return { data: [...rows], nextCursor };
}

/**
 * Returns a company as its member sees it.
 *
 * @throws Refusal `not_found` if the person is not a member, or the company does not exist
 */
export async function findOwnCompany(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  named: { readonly personId: string; readonly customerId: string | undefined },
): Promise<OwnCompany> {
  const { personId, customerId } = named;
  const now = clock.now();
  const [company] =
    customerId === undefined ? [] : await selectOwnCompanies(tx, { personId, customerId, now });
  if (company === undefined) {
    throw new Refusal("not_found");
  }
  return company;
}

/** Reads the company for which a session acts. */
export async function readCompany(context: AppContext, session: Session): Promise<Company> {
  const { role } = memberOf(session);
  const now = context.clock.now();
  const view = await findCompany(context.db.kysely, session.customerId, now);
  if (view === undefined) {
    throw new Refusal("not_found");
  }
  return presentCompany(view, role);
}

const OWNER_FIRST = { owner: "0", other: "1" };

/**
 * Lists the members of the company for which a session acts: the owner, then by username.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listMembers(
  context: AppContext,
  session: Session,
  query: PageQuery,
): Promise<Page<Member>> {
  const acting = memberOf(session);
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `members:${session.customerId}`,
    query,
    rows: await selectMembers(context.db.kysely, session.customerId),
    direction: "asc",
    placeOf: ({ role, username, id }) => [
      role === "owner" ? OWNER_FIRST.owner : OWNER_FIRST.other,
      username,
      id,
    ],
  });
  return { data: rows.map((row) => presentMember(row, acting)), nextCursor };
}

/**
 * Lists the invitations of a company that can still be accepted, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listInvitations(
  context: AppContext,
  { customerId }: Session,
  query: PageQuery,
): Promise<Page<MemberInvitation>> {
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `member-invitations:${customerId}`,
    query,
    rows: await selectOpenInvitations(context.db.kysely, customerId, context.clock.now()),
    direction: "desc",
    placeOf: ({ invited_at: at, id }) => [at.toISOString(), id],
  });
  return { data: rows.map(presentInvitation), nextCursor };
}
