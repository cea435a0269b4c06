import type { ReceiptReason } from "@tessera/contract/insights/receipts.schemas";

/** What a receipt says; null for what nobody has entered. */
export interface ReceiptSays {
  /** In minor units of its currency. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  /** A calendar day. */
  readonly paidOn: string | null;
  readonly merchant: string | null;
}

/** A payment, as it may appear on a receipt. */
export interface PaymentSays {
  readonly merchant: string;
  /** What was charged in each currency that it was stated in, in minor units, without a sign. */
  readonly amounts: readonly { readonly minor: bigint; readonly currency: string }[];
  readonly at: Date;
}

const DAY_MS = 86_400_000;
/** A payment can be a day off because of time zones, and be charged days after the purchase. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 4;
/** What agrees counts as much as it is unlikely to agree by chance. */
const WEIGHTS: Readonly<Record<ReceiptReason, number>> = { amount: 4, merchant: 2, day: 1 };
/** A day alone agrees with any payment of that day. */
const LEAST_WEIGHT = 2;

/** The letters and digits of a name, in lower case and without accents. */
function folded(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function isSameMerchant(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.length >= 3 && longer.includes(shorter);
}

function isNear(paidOn: string, at: Date): boolean {
  const days = (at.getTime() - Date.parse(`${paidOn}T00:00:00Z`)) / DAY_MS;
  return days >= -DAYS_BEFORE && days < DAYS_AFTER;
}

/** Returns what a receipt and a payment agree in, the strongest reason first. */
export function reasonsFor(receipt: ReceiptSays, payment: PaymentSays): ReceiptReason[] {
  const { amountMinor, currency, paidOn, merchant } = receipt;
  const agrees: Readonly<Record<ReceiptReason, boolean>> = {
    amount: payment.amounts.some((one) => one.minor === amountMinor && one.currency === currency),
    merchant: merchant !== null && isSameMerchant(merchant, payment.merchant),
    day: paidOn !== null && isNear(paidOn, payment.at),
  };
  return (["amount", "merchant", "day"] as const).filter((reason) => agrees[reason]);
}

/** Returns how strongly reasons speak for a payment; 0 if they are too weak to suggest it. */
export function weightOf(reasons: readonly ReceiptReason[]): number {
  const weight = reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0);
  return weight >= LEAST_WEIGHT ? weight : 0;
}
