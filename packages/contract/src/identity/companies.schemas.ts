import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import { email, id, line, page, timestamp } from "../fields.ts";
import { acceptTextsBody } from "./legal.schemas.ts";
import { MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES_GIVEN_BY } from "./member-permissions.ts";

/** The longest name of a company. */
export const MAX_COMPANY_NAME = 80;
/** The most companies that a person may have opened or be a member of. */
export const MAX_COMPANIES = 20;
/** The most members and open invitations of a company, together. */
export const MAX_MEMBERS = 200;
/** How long an emailed invitation can be accepted, in hours. */
export const MEMBER_INVITATION_HOURS = 72;
/** How long the new owner has to accept a company, in hours. */
export const HANDOVER_HOURS = 72;

const role = z.enum(MEMBER_ROLES);
const givenRole = z.enum(ROLES_GIVEN_BY.owner, "not_allowed");
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

/** A company as the person sees it who is a member of it. */
export const ownCompany = z.object({
  /** The company's customer id. */
  id: z.string(),
  name: z.string(),
  role,
  /** Whether the role requires a second factor that the person does not have. */
  lacksSecondFactor: z.boolean(),
  /**
   * `suspended`: by the program; `closed`: at its owner's request. In both cases nobody can act for
   * it.
   */
  status: z.enum(["active", "suspended", "closed"]),
  joinedAt: timestamp,
  /** The owner who hands the company over to the person, until when; null if nobody does. */
  handover: z.nullable(z.object({ from: z.string(), expiresAt: timestamp })),
});
export const ownCompaniesPage = page(ownCompany);

export const createCompanyBody = z.strictObject({
  name: line(MAX_COMPANY_NAME),
  /** The legal texts, each in the version in force, which the person accepts for the company. */
  texts: acceptTextsBody.shape.texts,
});

/** A session that acts for a company. It ends with the session in which it was opened. */
export const companySession = z.object({
  token: z.string(),
  company: z.object({ id: z.string(), name: z.string() }),
  role,
});

/** The company for which the caller acts. */
export const company = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  role,
  permissions: z.array(z.enum(MEMBER_PERMISSIONS)),
  members: z.int(),
  /** The handover that waits for the new owner; null if there is none. */
  handover: z.nullable(
    z.object({ from: z.string(), to: z.string(), askedAt: timestamp, expiresAt: timestamp }),
  ),
});

export const member = z.object({
  id: z.string(),
  username: z.string(),
  /** Null for callers who do not administer the company. */
  email: z.nullable(z.string()),
  role,
  /** Whether the member has a second factor. Null for callers who do not administer the company. */
  secondFactor: z.nullable(z.boolean()),
  /** The roles that the caller can give to this member, instead of the current one. */
  givable: z.array(role),
  /** Whether the caller can remove this member. */
  removable: z.boolean(),
  joinedAt: timestamp,
  /** Increases with every change of the role. A change states the revision that it is based on. */
  revision: z.int(),
  you: z.boolean(),
});
export const membersPage = page(member);

export const changeMemberRoleBody = z.strictObject({ revision, role: givenRole });
export const memberActBody = z.strictObject({ revision });

export const memberInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
  invitedAt: timestamp,
  expiresAt: timestamp,
});
export const memberInvitationsPage = page(memberInvitation);

export const inviteMemberBody = z.strictObject({
  email,
  role: givenRole,
  /** The language of the email. */
  locale: z.enum(LOCALES, "not_allowed"),
});

export const memberInvitationBody = z.strictObject({
  /** The part of the emailed link after the `#`. */
  invitation: z
    .string("wrong_type")
    .check(z.minLength(1, "required"), z.maxLength(128, "too_long")),
});

/** An invitation as the person sees it who has its link. */
export const openMemberInvitation = z.object({
  company: z.string(),
  role,
  invitedBy: z.string(),
  /** The address that the invitation was sent to. Only its account can accept. */
  email: z.string(),
  needsSecondFactor: z.boolean(),
  expiresAt: timestamp,
});

export const askHandoverBody = z.strictObject({ memberId: id("mem") });

export type OwnCompany = z.output<typeof ownCompany>;
export type CompanySession = z.output<typeof companySession>;
export type Company = z.output<typeof company>;
export type Member = z.output<typeof member>;
export type MemberInvitation = z.output<typeof memberInvitation>;
export type OpenMemberInvitation = z.output<typeof openMemberInvitation>;
export type CreateCompanyBody = z.output<typeof createCompanyBody>;
export type InviteMemberBody = z.output<typeof inviteMemberBody>;
