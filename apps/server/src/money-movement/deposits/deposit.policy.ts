import { DEPOSIT_BOUNDS } from "@tessera/contract/constants";
import { type CurrencyCode, parseAmount, RATE_SCALE } from "@tessera/money";

/** How long a deposit waits for its payment. */
export const DEPOSIT_LIFETIME_MS = 30 * 60_000;
/** Deposits of one customer that may wait for a payment at the same time. */
export const MAX_OPEN_DEPOSITS = 5;

/** USDT is counted in hundredths, as the dollar it stands for. */
export const ASSET_CURRENCY: CurrencyCode = "USD";

/** What is out of the ordinary about a payment; empty for one as agreed. */
export type PaymentNote = "underpaid" | "overpaid" | "late" | "cancelled" | "extra";

/** Reads an amount of USDT into hundredths; undefined where the grammar refuses it. */
export function parseAsset(text: string): bigint | undefined {
  return parseAmount(text, ASSET_CURRENCY);
}

/** Whether a deposit may be made out for so much. */
export function isWithinBounds(amountMinor: bigint): boolean {
  const min = parseAsset(DEPOSIT_BOUNDS.min);
  const max = parseAsset(DEPOSIT_BOUNDS.max);
  return min !== undefined && max !== undefined && amountMinor >= min && amountMinor <= max;
}

/**
 * What an amount of USDT is worth on an account, in its minor units: rounded down, so that no
 * more is credited than arrived, but never to nothing, so that no payment is dropped.
 *
 * @param rateScaled units of the account's currency for one USDT, times `RATE_SCALE`
 */
export function creditOf(amountMinor: bigint, rateScaled: bigint): bigint {
  const credit = (amountMinor * rateScaled) / RATE_SCALE;
  return credit > 0n ? credit : 1n;
}

export interface ObservedPayment {
  readonly expectedMinor: bigint;
  readonly receivedMinor: bigint;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly status: "pending" | "completed" | "expired" | "cancelled";
  /** Whether an earlier payment of this deposit was seen. */
  readonly followsAnother: boolean;
}

/** What to tell the reader about a payment. None of it keeps it from being credited. */
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
