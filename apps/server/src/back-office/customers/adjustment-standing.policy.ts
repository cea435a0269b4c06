import type {
  CorrectionDirection,
  CorrectionStatus,
} from "@tessera/contract/back-office/adjustments.schemas";

interface Standing {
  readonly status: Exclude<CorrectionStatus, "expired">;
  readonly expires_at: Date;
}

/**
 * Returns an adjustment's status at a given time. An adjustment that was not decided in time counts
 * as expired.
 */
export function standingOf({ status, expires_at: expiresAt }: Standing, now: Date) {
  return status === "waiting" && expiresAt <= now ? "expired" : status;
}

interface Moved {
  readonly direction: CorrectionDirection;
  /** Amount in minor units; positive. */
  readonly amount_minor: bigint;
}

/**
 * Returns the change in the available balance that an adjustment causes, in minor units. Negative
 * for a debit.
 */
export function signedMinor({ direction, amount_minor: amountMinor }: Moved): bigint {
  return direction === "credit" ? amountMinor : -amountMinor;
}

/**
 * Returns the available balance after an adjustment, and whether the adjustment is possible: a
 * debit must not take the balance below zero.
 */
export function effectOf(
  moved: Moved,
  { availableMinor, isClosed }: { readonly availableMinor: bigint; readonly isClosed: boolean },
): { readonly beforeMinor: bigint; readonly afterMinor: bigint; readonly possible: boolean } {
  const afterMinor = availableMinor + signedMinor(moved);
  const isCovered = moved.direction === "credit" || afterMinor >= 0n;
  return { beforeMinor: availableMinor, afterMinor, possible: isCovered && !isClosed };
}
