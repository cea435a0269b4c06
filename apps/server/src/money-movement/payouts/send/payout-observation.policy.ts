import type { WithdrawalEvent } from "../withdrawal-states.policy.ts";

/** The payout provider's report on a payout, with the provider's original status. */
export interface PayoutObservation {
  readonly status: string;
  readonly confirmations: number;
  readonly transactionHash: string | null;
}

/** The meaning of a provider's status. */
export interface ObservedPayout {
  /** The event that the status implies; undefined for an unknown status, which changes nothing. */
  readonly event:
    | Extract<WithdrawalEvent, "accepted" | "confirmed" | "declined" | "failed">
    | undefined;
  readonly isKnown: boolean;
}

/** The statuses that a provider may report, in every known spelling. */
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
 * Interprets the provider's report. A payout reported as paid counts as paid only once it has
 * enough confirmations. An unknown status changes nothing.
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
