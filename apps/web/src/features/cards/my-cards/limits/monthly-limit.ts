import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { limitInForce } from "../../../../lib/card-limits.ts";

type Limited = Parameters<typeof limitInForce>[0] & Pick<Card, "spentThisMonth">;

const SHARE_STEPS = 10_000n;

/**
 * Parses an amount into minor units. Refunds can make the amount spent negative; a negative amount
 * counts as 0.
 */
function minorOf(amount: string, currency: Card["currency"]): bigint {
  return parseAmount(amount, currency) ?? 0n;
}

/**
 * Returns the share of the monthly limit that has been used: 0 to 1, or more if the limit was
 * exceeded.
 */
export function usedShare(card: Limited): number {
  const limit = minorOf(limitInForce(card, "monthly"), card.currency);
  const spent = minorOf(card.spentThisMonth, card.currency);
  if (limit === 0n) {
    return spent > 0n ? 1 : 0;
  }
  const steps = (spent * SHARE_STEPS) / limit;
  return Number(steps) / 10_000;
}

/** Returns what remains of the monthly limit as a wire amount, never below zero. */
export function leftThisMonth(card: Limited): string {
  const limit = minorOf(limitInForce(card, "monthly"), card.currency);
  const left = limit - minorOf(card.spentThisMonth, card.currency);
  return formatAmount(left > 0n ? left : 0n, card.currency);
}

/** Returns the balance minus pending holds, which is the amount that can be moved off the card. */
export function availableOnCard(card: Pick<Card, "balance" | "held" | "currency">): string {
  const free = minorOf(card.balance, card.currency) - minorOf(card.held, card.currency);
  return formatAmount(free > 0n ? free : 0n, card.currency);
}
