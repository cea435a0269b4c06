import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { limitInForce } from "../../../../lib/card-limits.ts";

type Limited = Parameters<typeof limitInForce>[0] & Pick<Card, "spentThisMonth">;

const SHARE_STEPS = 10_000n;

/** Minor units of an amount in an answer; refunds can make what was spent negative: then 0. */
function minorOf(amount: string, currency: Card["currency"]): bigint {
  return parseAmount(amount, currency) ?? 0n;
}

/** How much of the monthly limit is used: 0..1, and more where more was spent. */
export function usedShare(card: Limited): number {
  const limit = minorOf(limitInForce(card, "monthly"), card.currency);
  const spent = minorOf(card.spentThisMonth, card.currency);
  if (limit === 0n) {
    return spent > 0n ? 1 : 0;
  }
  const steps = (spent * SHARE_STEPS) / limit;
  return Number(steps) / 10_000;
}

/** What the monthly limit still allows, as a wire amount; never less than nothing. */
export function leftThisMonth(card: Limited): string {
  const limit = minorOf(limitInForce(card, "monthly"), card.currency);
  const left = limit - minorOf(card.spentThisMonth, card.currency);
  return formatAmount(left > 0n ? left : 0n, card.currency);
}

/** The balance less what pending payments hold: what can leave the card. */
export function availableOnCard(card: Pick<Card, "balance" | "held" | "currency">): string {
  const free = minorOf(card.balance, card.currency) - minorOf(card.held, card.currency);
  return formatAmount(free > 0n ? free : 0n, card.currency);
}
