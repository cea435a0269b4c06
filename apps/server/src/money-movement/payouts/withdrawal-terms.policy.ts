import type { ReviewReason } from "@tessera/contract/money-movement/withdrawals.schemas";
import { type CurrencyCode, feeOf, MAX_AMOUNT_MINOR, RATE_SCALE } from "@tessera/money";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const QUOTE_LIFETIME_MS = 5 * MINUTE_MS;
/** How long a new address waits before money may go there. */
export const ADDRESS_COOLING_MS = DAY_MS;
/** How long nothing is withdrawn after a password or a factor changed. */
const SECURITY_LOCK_MS = DAY_MS;
/** How long a withdrawal waits in the queue before it is given up. */
export const QUEUE_LIFETIME_MS = 3 * DAY_MS;
/**
 * How long the rate of a quote is kept from the request on, whatever the market does. Afterwards a
 * withdrawal is approved only where the rate of that day pays as much.
 */
const RATE_LIFETIME_MS = 3 * DAY_MS;
/** Addresses that one book may have. */
export const MAX_ADDRESSES = 50;
/** Withdrawals that may be asked for in a day. */
export const MAX_PER_DAY = 20;
/** How long a mailed “not me” link works. */
export const ALARM_LIFETIME_MS = 3 * DAY_MS;

/** The most of one withdrawal, in hundredths of the asset. */
export const MAX_PAYOUT_MINOR = 10_000_000n;

/** Whether the asset is worth one unit of an account's currency, always. */
function isAtPar(currency: CurrencyCode): boolean {
  return currency === "USD";
}

/** Returns whether a withdrawal's rate is too old to be kept whatever the market does. */
export function isRateStale(
  { currency, askedAt }: { readonly currency: CurrencyCode; readonly askedAt: Date },
  now: Date,
): boolean {
  return !isAtPar(currency) && now.getTime() - askedAt.getTime() >= RATE_LIFETIME_MS;
}

/**
 * Returns whether the rate of the day pays for an amount at least what was quoted: then the wait
 * gave its owner nothing, and what was quoted and proved can be paid.
 *
 * @param quotedScaled units of the account's currency for one of the asset, times `RATE_SCALE`
 * @param todayScaled the same, at the rate of the day
 */
export function paysNoMoreThan(todayScaled: bigint, quotedScaled: bigint): boolean {
  return quotedScaled >= todayScaled;
}

/** The programme's limits of what may leave in a day, in US cents. */
export interface DayLimits {
  /** With the password alone. */
  readonly dayLimitWithoutFactorMinor: bigint;
  /** With a second factor. */
  readonly dayLimitMinor: bigint;
}

/** What may leave in a day, in US cents, of who has a second factor or has none. */
export function dayLimitOf(limits: DayLimits, hasFactor: boolean): bigint {
  return hasFactor ? limits.dayLimitMinor : limits.dayLimitWithoutFactorMinor;
}

function dividedUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

/**
 * What an amount of an account is in the asset, in hundredths: rounded down, so that no more is
 * sent than was taken.
 *
 * @param rateScaled units of the account's currency for one of the asset, times `RATE_SCALE`
 */
export function receivedOf(amountMinor: bigint, rateScaled: bigint): bigint {
  return (amountMinor * RATE_SCALE) / rateScaled;
}

/** What so much of the asset costs in the account's currency, rounded up. */
function costOf(assetMinor: bigint, rateScaled: bigint): bigint {
  return dividedUp(assetMinor * rateScaled, RATE_SCALE);
}

/** What an amount counts against limits, in US cents; one of the asset is one dollar. */
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
  /** What the network takes and the least it pays out, in hundredths of the asset. */
  readonly network: { readonly costMinor: bigint; readonly minimumMinor: bigint };
}

/** What a withdrawal costs; undefined where it is too little or too much to be paid out. */
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

/** What the smallest withdrawal of a network costs in all; undefined where none is possible. */
export function leastTotal(asked: Omit<Priced, "amountMinor">): bigint | undefined {
  const amountMinor = costOf(asked.network.minimumMinor, asked.rateScaled);
  return priceWithdrawal({ ...asked, amountMinor })?.totalMinor;
}

/** When withdrawing opens again after a change; undefined where it is open. */
export function lockedUntil(changedAt: Date | null, now: Date): Date | undefined {
  if (changedAt === null) {
    return undefined;
  }
  const until = new Date(changedAt.getTime() + SECURITY_LOCK_MS);
  return until > now ? until : undefined;
}

/** The programme's thresholds, in US cents: what is above one waits for a decision. */
export interface ReviewThresholds {
  /** Of one operator. */
  readonly reviewAboveMinor: bigint;
  /** Of two. */
  readonly twoAboveMinor: bigint;
}

/** Whether a second operator must agree. */
export function needsTwo(countedMinor: bigint, { twoAboveMinor }: ReviewThresholds): boolean {
  return countedMinor > twoAboveMinor;
}

/** Below this a young account or a new address is nothing to look at. */
const WATCHED_MINOR = 10_000n;
const YOUNG_MS = 7 * DAY_MS;

export interface ReviewFacts {
  /** In US cents. */
  readonly countedMinor: bigint;
  readonly customerSince: Date;
  readonly addressSince: Date;
  /** Whether money has arrived at the address before. */
  readonly isAddressProven: boolean;
  /** Whether operators look at whatever this customer asks for. */
  readonly isFlagged: boolean;
  readonly now: Date;
}

/** Why an operator looks at a withdrawal before it is sent; nothing where none does. */
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
