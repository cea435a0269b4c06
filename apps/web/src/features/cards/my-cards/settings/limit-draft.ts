import type { OwnLimitsBody } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, lesser, parseAmount } from "@tessera/money";
import { cardLimitsOf, type LimitName } from "../../../../lib/card-limits.ts";
import { wireAmount } from "../../../../ui/text/amount-text.ts";

export const LIMIT_NAMES = [
  "perTransaction",
  "daily",
  "monthly",
] as const satisfies readonly LimitName[];

/**
 * The limits as typed, without digit grouping, and whether the card pays in other currencies. An
 * empty string means no limit.
 */
export type LimitDraft = Readonly<Record<LimitName, string>> & {
  readonly paysForeign: boolean;
};
export type LimitProblem = "zero" | "above";

/** A limit that another screen asks to raise, with the new limit as a wire amount. */
export interface Raise {
  readonly limit: LimitName;
  readonly to: string;
}

/** Returns a card's limits for editing, with `raise` filled in, up to the card's maximum. */
export function draftOf(card: Card, raise?: Raise): LimitDraft {
  const { perTransaction, daily, monthly } = card.ownLimits;
  const draft = {
    perTransaction: perTransaction ?? "",
    daily: daily ?? "",
    monthly: monthly ?? "",
    paysForeign: card.foreignPayments === "allowed",
  };
  return raise === undefined
    ? draft
    : { ...draft, [raise.limit]: lowerOf(raise.to, cardLimitsOf(card)[raise.limit], card) };
}

function lowerOf(a: string, b: string, { currency }: Pick<Card, "currency">): string {
  const [one = 0n, other = 0n] = [parseAmount(a, currency), parseAmount(b, currency)];
  return formatAmount(lesser(one, other), currency);
}

/**
 * Returns the reason a typed limit cannot be saved, or undefined if the limit is valid or empty.
 */
export function problemOf(
  typed: string,
  most: string,
  currency: Card["currency"],
): LimitProblem | undefined {
  if (typed === "") {
    return undefined;
  }
  const amount = wireAmount(typed);
  if (amount === undefined) {
    return "zero";
  }
  const [minor, mostMinor] = [parseAmount(amount, currency), parseAmount(most, currency)];
  return minor === undefined || mostMinor === undefined || minor > mostMinor ? "above" : undefined;
}

/** Converts the limits to the wire format. */
export function limitsOf(draft: LimitDraft): Omit<OwnLimitsBody, "revision"> {
  const of = (name: LimitName) => wireAmount(draft[name]) ?? null;
  return {
    perTransaction: of("perTransaction"),
    daily: of("daily"),
    monthly: of("monthly"),
    foreignPayments: draft.paysForeign ? "allowed" : "blocked",
  };
}
