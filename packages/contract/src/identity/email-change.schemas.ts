import * as z from "zod/mini";
import { email, mailedCode, timestamp } from "../fields.ts";

/** The status of an open request to change the email. */
export const EMAIL_CHANGE_STATUSES = ["code_sent", "reviewing"] as const;

/** An open request to change the email. */
export const emailChange = z.object({
  /** The requested address. */
  email: z.string(),
  /** Whether the request is waiting for the emailed code or for an operator. */
  status: z.enum(EMAIL_CHANGE_STATUSES),
  /** When the code expires; `null` once the code has been entered. */
  expiresAt: z.nullable(timestamp),
  /** The request's case, available at `GET /api/reviews/:id`; `null` until there is a case. */
  reviewId: z.nullable(z.string()),
});

export const emailStanding = z.object({
  /** The current address, used for signing in and for emails. */
  email: z.string(),
  /** The open request; there is at most one. */
  change: z.nullable(emailChange),
});

export const requestEmailChangeBody = z.strictObject({ email });

export const requestedEmailChange = z.object({
  email: z.string(),
  change: z.nullable(emailChange),
  /** When another code can be requested. */
  retryAfterSeconds: z.number(),
});

export const confirmEmailChangeBody = z.strictObject({ code: mailedCode });

export const confirmedEmailChange = z.object({
  /** Whether the new address has already taken effect or is under review. */
  outcome: z.enum(["applied", "reviewing"]),
  email: z.string(),
  change: z.nullable(emailChange),
});

export type EmailChange = z.infer<typeof emailChange>;
export type EmailStanding = z.infer<typeof emailStanding>;
export type RequestedEmailChange = z.infer<typeof requestedEmailChange>;
export type ConfirmedEmailChange = z.infer<typeof confirmedEmailChange>;
