import * as z from "zod/mini";
import { freezeLayer } from "../cards/cards.schemas.ts";
import { amount, currency, timestamp } from "../fields.ts";
import { signInChallenge } from "../identity/factors.schemas.ts";
import { MEMBER_ROLES } from "../identity/member-permissions.ts";

/** A field with an error. `path` is dotted (`billingAddress.city`). */
export const fieldProblem = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

/** The body of every error response: RFC 9457 with extension members `message` and `code`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(fieldProblem)),
  /** For a frozen card: all freeze layers that are set. */
  blockedBy: z.optional(z.array(freezeLayer)),
  /** For a sign-in with the correct password: the next step. */
  secondFactor: z.optional(signInChallenge),
  /**
   * For a conflicting change: who made the other change, when it was made, and the current state.
   */
  changed: z.optional(z.object({ by: z.string(), at: timestamp, to: z.optional(z.string()) })),
  /** For insufficient funds: the amount available and the amount needed. */
  funds: z.optional(z.object({ available: amount, needed: amount, currency })),
  /** For a role that lacks a permission: the caller's role, and the roles that have it. */
  member: z.optional(
    z.object({ role: z.enum(MEMBER_ROLES), allowed: z.array(z.enum(MEMBER_ROLES)) }),
  ),
  /** For one of the program's limits: the limit in force. */
  limit: z.optional(z.object({ amount, currency })),
});

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Problem = z.infer<typeof problem>;
