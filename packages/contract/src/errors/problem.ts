import * as z from "zod/mini";
import { freezeLayer } from "../cards/cards.schemas.ts";
import { amount, currency, timestamp } from "../fields.ts";
import { signInChallenge } from "../identity/factors.schemas.ts";

/** One refused field. `path` is dotted (`billingAddress.city`). */
export const fieldProblem = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Every non-OK answer: RFC 9457 with `message` and `code` as extension members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(fieldProblem)),
  /** Of a frozen card: every layer that keeps it so. */
  blockedBy: z.optional(z.array(freezeLayer)),
  /** Of a sign-in whose password was right: how it goes on. */
  secondFactor: z.optional(signInChallenge),
  /** Of something that was changed elsewhere: who did, when, and where it stands since. */
  changed: z.optional(z.object({ by: z.string(), at: timestamp, to: z.optional(z.string()) })),
  /** Of money that is not there: what is available, and what it would take. */
  funds: z.optional(z.object({ available: amount, needed: amount, currency })),
  /** Of what is above a limit of the programme: the limit that is in force. */
  limit: z.optional(z.object({ amount, currency })),
});

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Problem = z.infer<typeof problem>;
