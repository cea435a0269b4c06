import * as z from "zod/mini";
import {
  amount,
  amountInputOrZero,
  currency,
  id,
  line,
  page,
  pageQuery,
  text,
  timestamp,
} from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";

export const UNMATCHED_KINDS = ["clearing", "reversal", "advice"] as const;

/**
 * What became of a message without an authorisation. `applied`: to its authorisation, which came
 * or which somebody chose; `posted`: without one; `dropped`: nothing was left to do; `dismissed`:
 * by somebody, with a reason.
 */
export const UNMATCHED_STATES = ["waiting", "applied", "posted", "dropped", "dismissed"] as const;

/** A message of the card network about an authorisation that is not here. */
export const unmatchedMessage = z.object({
  id: z.string(),
  networkReference: z.string(),
  kind: z.enum(UNMATCHED_KINDS),
  state: z.enum(UNMATCHED_STATES),
  customerId: z.string(),
  card: z.object({ id: z.string(), last4: z.string(), type: z.string(), network: z.string() }),
  merchant,
  currency,
  /** Null for a reversal of all there is. */
  amount: z.nullable(amount),
  receivedAt: timestamp,
  /** When a clearing that still waits is posted without an authorisation. */
  postsAt: z.nullable(timestamp),
  settledAt: z.nullable(timestamp),
  /** Who matched or dismissed it, and why; null where Tessera settled it by itself. */
  decision: z.nullable(
    z.object({
      by: z.string(),
      reason: z.nullable(z.string()),
      authorizationId: z.nullable(z.string()),
    }),
  ),
});
export const unmatchedMessages = page(unmatchedMessage);

/** An authorisation on the same card that a message may be about. */
export const matchCandidate = z.object({
  authorizationId: z.string(),
  merchant,
  authorised: amount,
  /** What is neither cleared nor given back yet. */
  pending: amount,
  createdAt: timestamp,
  sameMerchant: z.boolean(),
  sameAmount: z.boolean(),
});
export const unmatchedDetail = z.object({
  ...unmatchedMessage.shape,
  /** The likeliest first; none for a message that is settled. */
  candidates: z.array(matchCandidate),
});

export const listUnmatchedQuery = z.strictObject({
  state: z.optional(z.enum(UNMATCHED_STATES, "not_allowed")),
  kind: z.optional(z.enum(UNMATCHED_KINDS, "not_allowed")),
  /** Part of the network's reference or of the merchant's name. */
  q: z.optional(text(100)),
  ...pageQuery,
});

export const matchBody = z.strictObject({
  authorizationId: id("auth"),
  /** What was pending of it as it was shown; refused where that is another by now. */
  pending: amountInputOrZero,
});
export const dismissBody = z.strictObject({ reason: line(200) });

export type UnmatchedMessage = z.infer<typeof unmatchedMessage>;
export type UnmatchedDetail = z.infer<typeof unmatchedDetail>;
export type MatchCandidate = z.infer<typeof matchCandidate>;
export type UnmatchedState = (typeof UNMATCHED_STATES)[number];
export type UnmatchedKind = (typeof UNMATCHED_KINDS)[number];
export type ListUnmatchedQuery = z.output<typeof listUnmatchedQuery>;
