import * as z from "zod/mini";
import { freezeLayer } from "../cards/cards.schemas.ts";
import { amount, currency, timestamp } from "../fields.ts";
import { signInChallenge } from "../identity/factors.schemas.ts";

/** A refused field. `path` is dotted (`billingAddress.city`). */
export const fieldProblem = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Every error response: RFC 9457 with `message` and `code` as extension members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(fieldProblem)),
  /** For a frozen card: every freeze layer. */
  blockedBy: z.optional(z.array(freezeLayer)),
  /** For a sign-in with the right password: the next step. */
  secondFactor: z.optional(signInChallenge),
  /** For a conflicting change: who made it, when, and the current state. */
  changed: z.optional(z.object({ by: z.string(), at: timestamp, to: z.optional(z.string()) })),
  /** For insufficient funds: what is available, and what is needed. */
  funds: z.optional(z.object({ available: amount, needed: amount, currency })),
  /** For a limit of the program: the limit in force. */
  limit: z.optional(z.object({ amount, currency })),
});

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Problem = z.infer<typeof problem>;
