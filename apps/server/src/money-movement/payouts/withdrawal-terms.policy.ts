import type { ReviewReason } from "@tessera/contract/money-movement/withdrawals.schemas";
import { type CurrencyCode, feeOf, MAX_AMOUNT_MINOR, RATE_SCALE } from "@tessera/money";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const QUOTE_LIFETIME_MS = 5 * MINUTE_MS;
/** How long a new address must wait before money can be sent to it, in milliseconds. */
export const ADDRESS_COOLING_MS = DAY_MS;
/** How long withdrawals are locked after a password or second factor change, in milliseconds. */
const SECURITY_LOCK_MS = DAY_MS;
/** How long a withdrawal waits in the queue before its money is returned, in milliseconds. */
export const QUEUE_LIFETIME_MS = 3 * DAY_MS;
/**
 * How long a quote's rate is honored after the request, even if the market moves. After that, a
 * withdrawal is approved only if the current rate would send at least as much.
 */
const RATE_LIFETIME_MS = 3 * DAY_MS;
/** Maximum number of addresses in one address book. */
export const MAX_ADDRESSES = 50;
/** Maximum number of withdrawal requests per day. */
export const MAX_PER_DAY = 20;
/** How long a “not me” link in an email is valid, in milliseconds. */
export const ALARM_LIFETIME_MS = 3 * DAY_MS;

/** The maximum amount of one withdrawal, in hundredths of the asset. */
export const MAX_PAYOUT_MINOR = 10_000_000n;

/** Returns whether one USDT always counts as one unit of an account's currency. */
function isAtPar(currency: CurrencyCode): boolean {
  return currency === "USD";
}

/** Returns whether a withdrawal's rate is past the period during which it is honored. */
export function isRateStale(
  { currency, askedAt }: { readonly currency: CurrencyCode; readonly askedAt: Date },
  now: Date,
): boolean {
  return !isAtPar(currency) && now.getTime() - askedAt.getTime() >= RATE_LIFETIME_MS;
}

/**
 * Returns whether the current rate would send at least the quoted amount. If so, the owner gained
 * nothing by waiting, so the amount that was quoted and confirmed can be paid.
 *
 * @param quotedScaled units of the account's currency per unit of the asset, times `RATE_SCALE`
 * @param todayScaled the same, at the current rate
 */
export function paysNoMoreThan(todayScaled: bigint, quotedScaled: bigint): boolean {
  return quotedScaled >= todayScaled;
}

/** The program's daily withdrawal limits, in US cents. */
export interface DayLimits {
  /** The limit for a customer who has only a password. */
  readonly dayLimitWithoutFactorMinor: bigint;
  /** The limit for a customer who has a second factor. */
  readonly dayLimitMinor: bigint;
}

/**
 * Returns how much a customer with or without a second factor may withdraw per day, in US cents.
 */
export function dayLimitOf(limits: DayLimits, hasFactor: boolean): bigint {
  return hasFactor ? limits.dayLimitMinor : limits.dayLimitWithoutFactorMinor;
}

function dividedUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

/**
 * Converts an amount in an account's currency to hundredths of the asset. Rounds down, so that no
 * more is sent than was taken.
 *
 * @param rateScaled units of the account's currency per unit of the asset, times `RATE_SCALE`
 */
export function receivedOf(amountMinor: bigint, rateScaled: bigint): bigint {
  return (amountMinor * RATE_SCALE) / rateScaled;
}

/** Converts an amount of the asset to the account's currency, rounded up. */
function costOf(assetMinor: bigint, rateScaled: bigint): bigint {
  return dividedUp(assetMinor * rateScaled, RATE_SCALE);
}

/** Returns the amount that counts toward limits, in US cents. One USDT counts as one dollar. */
export function countedOf(amountMinor: bigint, rateScaled: bigint): bigint {
  return dividedUp(amountMinor * RATE_SCALE, rateScaled);
}

export interface WithdrawalPrice {
  readonly feeMinor: bigint;
  readonly networkFeeMinor: bigint;
  readonly totalMinor: bigint;
  /** In hundredths of the asset. */
  readonly receiveMinor: bigint;
}

interface Priced {
  /** Minor units of the account's currency. */
  readonly amountMinor: bigint;
  readonly feeBasisPoints: number;
  readonly rateScaled: bigint;
  /** The network fee and the network's minimum payout, in hundredths of the asset. */
  readonly network: { readonly costMinor: bigint; readonly minimumMinor: bigint };
}

/**
 * Returns the price of a withdrawal, or undefined if the amount is too small or too large to pay
 * out.
 */
export function priceWithdrawal(asked: Priced): WithdrawalPrice | undefined {
  const { amountMinor, rateScaled, network } = asked;
  const receiveMinor = receivedOf(amountMinor, rateScaled);
  const feeMinor = feeOf(amountMinor, asked.feeBasisPoints);
  const networkFeeMinor = costOf(network.costMinor, rateScaled);
  const totalMinor = amountMinor + feeMinor + networkFeeMinor;
  const isWithin =
    receiveMinor >= network.minimumMinor &&
    receiveMinor <= MAX_PAYOUT_MINOR &&
    totalMinor <= MAX_AMOUNT_MINOR;
  return isWithin ? { feeMinor, networkFeeMinor, totalMinor, receiveMinor } : undefined;
}

/**
 * Returns the total for the smallest withdrawal over a network, or undefined if none is possible.
 */
export function leastTotal(asked: Omit<Priced, "amountMinor">): bigint | undefined {
  const amountMinor = costOf(asked.network.minimumMinor, asked.rateScaled);
  return priceWithdrawal({ ...asked, amountMinor })?.totalMinor;
}

/**
 * Returns when withdrawals become available again after a security change, or undefined if they are
 * not locked.
 */
export function lockedUntil(changedAt: Date | null, now: Date): Date | undefined {
  if (changedAt === null) {
    return undefined;
  }
  const until = new Date(changedAt.getTime() + SECURITY_LOCK_MS);
  return until > now ? until : undefined;
}

/** The program's review thresholds, in US cents. Withdrawals above them wait for a decision. */
export interface ReviewThresholds {
  /** The amount above which one operator decides. */
  readonly reviewAboveMinor: bigint;
  /** The amount above which two operators decide. */
  readonly twoAboveMinor: bigint;
}

/** Returns whether a second operator must approve. */
export function needsTwo(countedMinor: bigint, { twoAboveMinor }: ReviewThresholds): boolean {
  return countedMinor > twoAboveMinor;
}

/** The minimum amount at which a new account or a new address leads to a review, in US cents. */
const WATCHED_MINOR = 10_000n;
const YOUNG_MS = 7 * DAY_MS;

export interface ReviewFacts {
  /** In US cents. */
  readonly countedMinor: bigint;
  readonly customerSince: Date;
  readonly addressSince: Date;
  /** Whether a payout to the address has arrived before. */
  readonly isAddressProven: boolean;
  /** Whether operators review all of this customer's requests. */
  readonly isFlagged: boolean;
  readonly now: Date;
}

/**
 * Lists the reasons for operators to review a withdrawal before it is sent. Empty if there are
 * none.
 */
export function reviewReasons(facts: ReviewFacts, thresholds: ReviewThresholds): ReviewReason[] {
  const { countedMinor, now } = facts;
  const isYoung = (since: Date) => now.getTime() - since.getTime() < YOUNG_MS;
  const isWatched = countedMinor >= WATCHED_MINOR;
  const reasons: ReviewReason[] = [];
  if (countedMinor > thresholds.reviewAboveMinor) {
    reasons.push("over_threshold");
  }
  if (isWatched && isYoung(facts.customerSince)) {
    reasons.push("young_account");
  }
  if (isWatched && !facts.isAddressProven && isYoung(facts.addressSince)) {
    reasons.push("new_address");
  }
  if (facts.isFlagged) {
    reasons.push("flagged");
  }
  return reasons;
}
