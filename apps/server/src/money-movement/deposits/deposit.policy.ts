import { DEPOSIT_BOUNDS } from "@tessera/contract/constants";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { type CurrencyCode, parseAmount, RATE_SCALE } from "@tessera/money";

/** How long a deposit waits for its payment, in milliseconds. */
export const DEPOSIT_LIFETIME_MS = 30 * 60_000;
/** Maximum number of deposits per customer that are waiting for a payment. */
export const MAX_OPEN_DEPOSITS = 5;

/**
 * The currency whose minor units are used for amounts of assets: hundredths, like those of the
 * dollar to which they are pegged.
 */
export const ASSET_CURRENCY: CurrencyCode = "USD";

/** What is unusual about a payment. */
export type PaymentNote = Deposit["notes"][number];

/** Parses an amount of an asset into hundredths, or returns undefined if it is malformed. */
export function parseAsset(text: string): bigint | undefined {
  return parseAmount(text, ASSET_CURRENCY);
}

/** Returns whether a deposit may be opened for an amount. */
export function isWithinBounds(amountMinor: bigint): boolean {
  const min = parseAsset(DEPOSIT_BOUNDS.min);
  const max = parseAsset(DEPOSIT_BOUNDS.max);
  return min !== undefined && max !== undefined && amountMinor >= min && amountMinor <= max;
}

/**
 * Converts an amount of an asset to an account's minor units. Rounds down, so that we never credit
 * more than we received, but never to zero, so that no payment is dropped.
 *
 * @param rateScaled units of the account's currency per unit of the asset, times `RATE_SCALE`
 */
export function creditOf(amountMinor: bigint, rateScaled: bigint): bigint {
  const credit = (amountMinor * rateScaled) / RATE_SCALE;
  return credit > 0n ? credit : 1n;
}

/**
 * Returns what is credited of a payment: of a misdirected one, what its recovery leaves.
 *
 * @param rateScaled units of the account's currency per unit of the asset, times `RATE_SCALE`
 */
export function creditAfter(
  { amountMinor, costMinor }: { readonly amountMinor: bigint; readonly costMinor: bigint },
  rateScaled: bigint,
): bigint {
  return creditOf(amountMinor - costMinor, rateScaled);
}

/** A quoted and a received amount of an asset, in hundredths. */
interface PaidAmounts {
  readonly quotedMinor: bigint;
  readonly receivedMinor: bigint;
}

/** How much more than the quoted amount is converted at the quoted rate: 1 %, for rounding. */
const OVERPAYMENT_DIVISOR = 100n;

/** Returns whether a payment is so much larger than its quote that the rest has its own rate. */
export function isAboveQuoted({ quotedMinor, receivedMinor }: PaidAmounts): boolean {
  return receivedMinor > quotedMinor + quotedMinor / OVERPAYMENT_DIVISOR;
}

/**
 * Returns the rate of a payment whose quoted amount has the quoted rate, and the rest the current
 * one. Rounds down.
 */
export function overpaidRate({
  quotedMinor,
  receivedMinor,
  quotedScaled,
  currentScaled,
}: PaidAmounts & { readonly quotedScaled: bigint; readonly currentScaled: bigint }): bigint {
  const restMinor = receivedMinor - quotedMinor;
  return (quotedMinor * quotedScaled + restMinor * currentScaled) / receivedMinor;
}

/** Returns what the customer should know about a misdirected payment. */
export function misdirectionNotes(
  network: string,
  misdirected: { readonly expectedNetwork: string; readonly isOtherToken: boolean },
): PaymentNote[] {
  return [
    ...(misdirected.expectedNetwork === network ? [] : ["other_network" as const]),
    ...(misdirected.isOtherToken ? ["other_token" as const] : []),
  ];
}

export interface ObservedPayment {
  readonly expectedMinor: bigint;
  readonly receivedMinor: bigint;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly status: "pending" | "completed" | "expired" | "cancelled";
  /** Whether an earlier payment for this deposit was seen. */
  readonly followsAnother: boolean;
}

/**
 * Lists what the customer should know about a payment. Notes never prevent a payment from being
 * credited.
 */
export function notesOf(payment: ObservedPayment): PaymentNote[] {
  if (payment.followsAnother) {
    return ["extra"];
  }
  const notes: PaymentNote[] = [];
  if (payment.status === "cancelled") {
    notes.push("cancelled");
  } else if (payment.seenAt >= payment.expiresAt) {
    notes.push("late");
  }
  if (payment.receivedMinor < payment.expectedMinor) {
    notes.push("underpaid");
  } else if (payment.receivedMinor > payment.expectedMinor) {
    notes.push("overpaid");
  }
  return notes;
}
