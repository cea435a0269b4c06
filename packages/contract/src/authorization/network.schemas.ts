import * as z from "zod/mini";
import {
  amount,
  amountInputOrZero,
  currency,
  id,
  line,
  merchantAmount,
  ofCell,
  pageOverCells,
  pageQuery,
  text,
  timestamp,
} from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";

export const UNMATCHED_KINDS = ["clearing", "reversal", "advice"] as const;

/**
 * The state of a message that arrived without an authorization. `applied`: matched to its
 * authorization, automatically or by an operator; `posted`: force-posted without an authorization;
 * `dropped`: there was nothing left to do; `dismissed`: closed by an operator, with a reason.
 */
export const UNMATCHED_STATES = ["waiting", "applied", "posted", "dropped", "dismissed"] as const;

/** An amount in the merchant's currency, if that is not the card's. */
const inMerchantCurrency = z.nullable(z.object({ amount: merchantAmount, currency: z.string() }));

/** A card network message whose authorization is unknown. */
export const unmatchedMessage = z.object({
  id: z.string(),
  networkReference: z.string(),
  kind: z.enum(UNMATCHED_KINDS),
  state: z.enum(UNMATCHED_STATES),
  customerId: z.string(),
  card: z.object({ id: z.string(), last4: z.string(), type: z.string(), network: z.string() }),
  merchant,
  currency,
  /** Null for a full reversal. */
  amount: z.nullable(amount),
  /** What the merchant asked for; `amount` is then its worth when the message arrived. */
  merchantAmount: inMerchantCurrency,
  receivedAt: timestamp,
  /** When a waiting clearing will be force-posted. */
  postsAt: z.nullable(timestamp),
  settledAt: z.nullable(timestamp),
  /** Who matched or dismissed the message, and why; null if Tessera settled it automatically. */
  decision: z.nullable(
    z.object({
      by: z.string(),
      reason: z.nullable(z.string()),
      authorizationId: z.nullable(z.string()),
    }),
  ),
});
export const unmatchedMessages = pageOverCells(z.extend(unmatchedMessage, { cell: ofCell }));

/** An authorization on the same card that the message may belong to. */
export const matchCandidate = z.object({
  authorizationId: z.string(),
  merchant,
  authorised: amount,
  /** The amount not yet cleared or reversed. */
  pending: amount,
  /** What the merchant has pending, for a payment in another currency. */
  merchantPending: inMerchantCurrency,
  createdAt: timestamp,
  sameMerchant: z.boolean(),
  /** In the merchant's currency, if the message states it. */
  sameAmount: z.boolean(),
});
export const unmatchedDetail = z.object({
  ...unmatchedMessage.shape,
  /** Most likely first; empty for a settled message. */
  candidates: z.array(matchCandidate),
});

export const listUnmatchedQuery = z.strictObject({
  state: z.optional(z.enum(UNMATCHED_STATES, "not_allowed")),
  kind: z.optional(z.enum(UNMATCHED_KINDS, "not_allowed")),
  /** A substring of the network's reference or of the merchant's name. */
  q: z.optional(text(100)),
  ...pageQuery,
});

export const matchBody = z.strictObject({
  authorizationId: id("auth"),
  /**
   * The pending amount shown to the operator. The request is rejected if the amount has changed
   * since then.
   */
  pending: amountInputOrZero,
});
export const dismissBody = z.strictObject({ reason: line(200) });

export type ListedMessage = z.infer<typeof unmatchedMessages>["data"][number];
export type UnmatchedMessage = z.infer<typeof unmatchedMessage>;
export type UnmatchedDetail = z.infer<typeof unmatchedDetail>;
export type MatchCandidate = z.infer<typeof matchCandidate>;
export type UnmatchedState = (typeof UNMATCHED_STATES)[number];
export type UnmatchedKind = (typeof UNMATCHED_KINDS)[number];
export type ListUnmatchedQuery = z.output<typeof listUnmatchedQuery>;
