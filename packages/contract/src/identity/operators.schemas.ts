import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import { email, line, page, pageQuery, timestamp } from "../fields.ts";
import { newPassword, newUsername, passwordsAgree, passwordsDiffer } from "./accounts.schemas.ts";

export const OPERATOR_ROLES = ["support", "reviewer", "administrator", "auditor"] as const;
/**
 * Roles that decide on other people's proposals. Granting one of them requires a second
 * administrator.
 */
export const APPROVING_ROLES = ["reviewer", "administrator"] as const;
export const OPERATOR_STATUSES = ["active", "suspended", "removed"] as const;

/** How long an emailed invitation can be accepted, in hours. */
export const INVITATION_LIFETIME_HOURS = 24;
export const MAX_OPERATOR_REASON = 200;

const operatorRole = z.enum(OPERATOR_ROLES);
const role = z.enum(OPERATOR_ROLES, "not_allowed");
const locale = z.enum(LOCALES, "not_allowed");
const reason = line(MAX_OPERATOR_REASON);
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

/** A person who works for the program. */
export const operator = z.object({
  id: z.string(),
  username: z.string(),
  /** Null once the operator has been removed. */
  email: z.nullable(z.string()),
  role: operatorRole,
  status: z.enum(OPERATOR_STATUSES),
  /**
   * Increases with every change to role or status. A change states the revision it was based on.
   */
  revision: z.int(),
  /** Whether a second factor is set up. Until then the operator can do nothing else. */
  secondFactor: z.boolean(),
  lastSignInAt: z.nullable(timestamp),
  createdAt: timestamp,
  /** Who last changed the role or status; null if nobody has. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(timestamp),
  /** Whether this is the operator making the request. Operators cannot change their own access. */
  you: z.boolean(),
});
export const operatorsPage = page(operator);

export const operatorDetail = z.extend(operator, {
  factors: z.object({ totp: z.boolean(), passkeys: z.int(), recoveryCodes: z.int() }),
  /** Number of active sessions. */
  sessions: z.int(),
});

export const operatorsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(OPERATOR_STATUSES, "not_allowed")),
  role: z.optional(role),
});

export const changeRoleBody = z.strictObject({ revision, role, reason });
export const operatorActBody = z.strictObject({ revision, reason });

/** The status of an invitation. `expired`: not accepted in time. */
export const INVITATION_STATUSES = ["waiting", "accepted", "withdrawn", "expired"] as const;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: operatorRole,
  status: z.enum(INVITATION_STATUSES),
  revision: z.int(),
  invitedBy: z.string(),
  /** The administrator who approved the invitation, if a second administrator was required. */
  approvedBy: z.nullable(z.string()),
  invitedAt: timestamp,
  /** When the current link was emailed. */
  sentAt: timestamp,
  expiresAt: timestamp,
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(timestamp),
});
export const invitationsPage = page(invitation);
export const invitationsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(INVITATION_STATUSES, "not_allowed")),
});

export const inviteBody = z.strictObject({ email, role, locale });
export const invitationActBody = z.strictObject({ revision });

const token = z
  .string("wrong_type")
  .check(z.minLength(1, "required"), z.maxLength(128, "too_long"));

export const readInvitationBody = z.strictObject({ token });
/** What the holder of a valid link sees. */
export const openInvitation = z.object({
  email: z.string(),
  role: operatorRole,
  expiresAt: timestamp,
});

export const acceptInvitationBody = z
  .strictObject({
    token,
    username: newUsername,
    password: newPassword,
    confirmPassword: newPassword,
  })
  .check(z.refine(passwordsAgree, passwordsDiffer));

export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type ApprovingRole = (typeof APPROVING_ROLES)[number];
export type OperatorStatus = (typeof OPERATOR_STATUSES)[number];
export type Operator = z.infer<typeof operator>;
export type OperatorDetail = z.infer<typeof operatorDetail>;
export type OperatorsPage = z.infer<typeof operatorsPage>;
export type OperatorsQuery = z.output<typeof operatorsQuery>;
export type Invitation = z.infer<typeof invitation>;
export type InvitationsPage = z.infer<typeof invitationsPage>;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];
export type InvitationsQuery = z.output<typeof invitationsQuery>;
export type InviteBody = z.output<typeof inviteBody>;
export type OpenInvitation = z.infer<typeof openInvitation>;
