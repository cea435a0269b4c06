import type { WithdrawalEvent } from "../withdrawal-states.policy.ts";

/** What the payout provider says of a payout, in its own word. */
export interface PayoutObservation {
  readonly status: string;
  readonly confirmations: number;
  readonly transactionHash: string | null;
}

/** What a word of the provider means here. */
export interface ObservedPayout {
  /** What happened; undefined where the word is not known, which moves nothing. */
  readonly event:
    | Extract<WithdrawalEvent, "accepted" | "confirmed" | "declined" | "failed">
    | undefined;
  readonly isKnown: boolean;
}

/** The words of the status table, as a provider may use any of them. */
const WORDS: Readonly<Record<string, "accepted" | "paid" | "declined" | "failed">> = {
  pending: "accepted",
  processing: "accepted",
  unknown: "accepted",
  reviewing: "accepted",
  "in-review": "accepted",
  in_review: "accepted",
  queued: "accepted",
  success: "paid",
  succeeded: "paid",
  completed: "paid",
  failed: "failed",
  error: "failed",
  cancelled: "failed",
  canceled: "failed",
  expired: "failed",
  declined: "declined",
  rejected: "declined",
  refused: "declined",
};

/**
 * Reads what the provider says. A payout that it calls paid is so once the network has confirmed
 * it often enough, and a word that nobody here knows moves nothing, whatever it may mean.
 */
export function readObservation(
  { status, confirmations }: PayoutObservation,
  confirmationsRequired: number,
): ObservedPayout {
  const word = Object.hasOwn(WORDS, status) ? WORDS[status] : undefined;
  if (word === undefined) {
    return { event: undefined, isKnown: false };
  }
  if (word === "paid") {
    const isFinal = confirmations >= confirmationsRequired;
    return { event: isFinal ? "confirmed" : "accepted", isKnown: true };
  }
  return { event: word, isKnown: true };
}
