import * as z from "zod/mini";
import { email, mailedCode, timestamp } from "../fields.ts";

/** Where an open request to change the email stands. */
export const EMAIL_CHANGE_STATUSES = ["code_sent", "reviewing"] as const;

/** A request that is not over yet. */
export const emailChange = z.object({
  /** The address that was asked for. */
  email: z.string(),
  /** It waits for the code that was mailed there, or for an operator. */
  status: z.enum(EMAIL_CHANGE_STATUSES),
  /** Until when its code can be given; `null` once it was. */
  expiresAt: z.nullable(timestamp),
  /** Its case under `GET /api/reviews/:id`; `null` before it has one. */
  reviewId: z.nullable(z.string()),
});

export const emailStanding = z.object({
  /** The address in force: for signing in, and for mails. */
  email: z.string(),
  /** The request that is open; there is at most one. */
  change: z.nullable(emailChange),
});

export const requestEmailChangeBody = z.strictObject({ email });

export const requestedEmailChange = z.object({
  email: z.string(),
  change: z.nullable(emailChange),
  /** When another code may be asked for. */
  retryAfterSeconds: z.number(),
});

export const confirmEmailChangeBody = z.strictObject({ code: mailedCode });

export const confirmedEmailChange = z.object({
  /** Whether the new address is in force, or somebody has a look first. */
  outcome: z.enum(["applied", "reviewing"]),
  email: z.string(),
  change: z.nullable(emailChange),
});

export type EmailChange = z.infer<typeof emailChange>;
export type EmailStanding = z.infer<typeof emailStanding>;
export type RequestedEmailChange = z.infer<typeof requestedEmailChange>;
export type ConfirmedEmailChange = z.infer<typeof confirmedEmailChange>;
