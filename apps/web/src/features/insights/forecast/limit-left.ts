import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount } from "@tessera/money";
import { type LimitName, limitInForce } from "../../../lib/card-limits.ts";
import { signedMinor } from "../../../lib/signed-amount.ts";

/** A limit that leaves less than the safe-to-spend amount. */
export interface LimitLeft {
  readonly limit: "payment" | "day" | "month";
  /** The amount that the limit leaves, zero or more. */
  readonly left: string;
}

type Limits = Pick<
  Card,
  | "currency"
  | "ownLimits"
  | "perTransactionLimit"
  | "dailyLimit"
  | "spentToday"
  | "monthlyLimit"
  | "spentThisMonth"
>;

/**
 * Returns a card's tightest limit if it leaves less than the safe-to-spend amount, which may exceed
 * what the card can spend now. The per-payment limit matters only if it is the tightest, because
 * the customer can make several payments.
 */
export function limitLeft(card: Limits, safe: string): LimitLeft | undefined {
  const { currency } = card;
  const minor = (amount: string) => signedMinor(amount, currency) ?? 0n;
  const inForce = (name: LimitName) => minor(limitInForce(card, name));
  const left = [
    { limit: "month" as const, minor: inForce("monthly") - minor(card.spentThisMonth) },
    { limit: "day" as const, minor: inForce("daily") - minor(card.spentToday) },
    { limit: "payment" as const, minor: inForce("perTransaction") },
  ].filter((one) => one.minor < minor(safe));
  const [tightest] = left.toSorted((a, b) =>
    a.minor === b.minor ? 0 : a.minor < b.minor ? -1 : 1,
  );
  return (
    tightest && {
      limit: tightest.limit,
      left: formatAmount(tightest.minor > 0n ? tightest.minor : 0n, currency),
    }
  );
}
