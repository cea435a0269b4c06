import type { ShareLevel } from "@tessera/contract/insights/forecast.schemas";
import {
  DECLINE_SHARE_BASIS_POINTS,
  DECLINE_SHARE_PAYMENTS_MIN,
} from "@tessera/contract/insights/forecast-figures";

const WHOLE = 10_000;

/** The number of payments in a month, and how many of them were declined. */
interface Declines {
  readonly payments: number;
  readonly declined: number;
}

export interface DeclineShare {
  /**
   * The share of all payments that were declined, in basis points, rounded down; null if there were
   * no payments.
   */
  readonly basisPoints: number | null;
  readonly level: ShareLevel;
  /**
   * The threshold of the next level, and how many consecutive declines it takes to reach it; null
   * at the last level.
   */
  readonly next: { readonly basisPoints: number; readonly declines: number } | null;
}

/**
 * Returns whether the decline ratio reaches a threshold. Compares products, since a rounded ratio
 * could reach the threshold too early.
 */
function reaches({ payments, declined }: Declines, basisPoints: number): boolean {
  return payments >= DECLINE_SHARE_PAYMENTS_MIN && declined * WHOLE >= basisPoints * payments;
}

/**
 * Returns the smallest number of consecutive declines after which the decline ratio reaches a
 * threshold.
 */
function declinesUntil({ payments, declined }: Declines, basisPoints: number): number {
  // Derived from (declined + n) / (payments + n) >= basisPoints / WHOLE.
  const short = basisPoints * payments - declined * WHOLE;
  const forShare = Math.max(0, Math.ceil(short / (WHOLE - basisPoints)));
  return Math.max(forShare, DECLINE_SHARE_PAYMENTS_MIN - payments);
}

/** Compares a card's decline ratio with the published thresholds. */
export function declineShare(declines: Declines): DeclineShare {
  const { payments, declined } = declines;
  const { watch, high } = DECLINE_SHARE_BASIS_POINTS;
  const level: ShareLevel = reaches(declines, high)
    ? "high"
    : reaches(declines, watch)
      ? "watch"
      : payments < DECLINE_SHARE_PAYMENTS_MIN
        ? "unrated"
        : "calm";
  const next = level === "high" ? null : level === "watch" ? high : watch;
  return {
    basisPoints: payments === 0 ? null : Math.floor((declined * WHOLE) / payments),
    level,
    next: next && { basisPoints: next, declines: declinesUntil(declines, next) },
  };
}
