import type { ShareLevel } from "@tessera/contract/insights/forecast.schemas";
import {
  DECLINE_SHARE_BASIS_POINTS,
  DECLINE_SHARE_PAYMENTS_MIN,
} from "@tessera/contract/insights/forecast-figures";

const WHOLE = 10_000;

/** Payments of a month, and how many of them were declined. */
interface Declines {
  readonly payments: number;
  readonly declined: number;
}

export interface DeclineShare {
  /** Of all payments, in basis points rounded down; null where there was none. */
  readonly basisPoints: number | null;
  readonly level: ShareLevel;
  /** Where the next level begins, and after how many declines in a row; null at the last one. */
  readonly next: { readonly basisPoints: number; readonly declines: number } | null;
}

/** Compared as products: a share that was rounded could reach a threshold too early. */
function reaches({ payments, declined }: Declines, basisPoints: number): boolean {
  return payments >= DECLINE_SHARE_PAYMENTS_MIN && declined * WHOLE >= basisPoints * payments;
}

/** The fewest declines in a row that lead to a share, when nothing is paid in between. */
function declinesUntil({ payments, declined }: Declines, basisPoints: number): number {
  // From (declined + n) / (payments + n) >= basisPoints / WHOLE.
  const short = basisPoints * payments - declined * WHOLE;
  const forShare = Math.max(0, Math.ceil(short / (WHOLE - basisPoints)));
  return Math.max(forShare, DECLINE_SHARE_PAYMENTS_MIN - payments);
}

/** How a card's share of declined payments stands to the published thresholds. */
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
