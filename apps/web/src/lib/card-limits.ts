import type { Card } from "@tessera/contract/cards/cards.schemas";
import { parseAmount } from "@tessera/money";

export type LimitName = keyof Card["ownLimits"];

type Limited = Pick<
  Card,
  "currency" | "ownLimits" | "perTransactionLimit" | "dailyLimit" | "monthlyLimit"
>;

/** Returns the limits that a card was issued with, as decimal amounts. */
export function cardLimitsOf(card: Omit<Limited, "ownLimits">): Record<LimitName, string> {
  const { perTransactionLimit, dailyLimit, monthlyLimit } = card;
  return { perTransaction: perTransactionLimit, daily: dailyLimit, monthly: monthlyLimit };
}

/**
 * Returns a card's effective limit: the limit it was issued with, or the owner's limit if lower.
 */
export function limitInForce(card: Limited, name: LimitName): string {
  const limit = cardLimitsOf(card)[name];
  const own = card.ownLimits[name];
  const [minor, ownMinor] = [limit, own ?? limit].map(
    (amount) => parseAmount(amount, card.currency) ?? 0n,
  );
  return own !== null && minor !== undefined && ownMinor !== undefined && ownMinor < minor
    ? own
    : limit;
}
