import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, lesser, parseAmount } from "@tessera/money";
import { cardLimitsOf, type LimitName } from "../../../../lib/card-limits.ts";
import { wireAmount } from "../../../../ui/text/amount-text.ts";

export const LIMIT_NAMES = [
  "perTransaction",
  "daily",
  "monthly",
] as const satisfies readonly LimitName[];

/** The limits as typed, without grouping; empty for no limit. */
export type LimitDraft = Readonly<Record<LimitName, string>>;
export type LimitProblem = "zero" | "above";

/** A limit that another screen asks to be raised to a wire amount. */
export interface Raise {
  readonly limit: LimitName;
  readonly to: string;
}

/** A card's limits as they are edited; `raise` is filled in, as far as the card's own allows. */
export function draftOf(card: Card, raise?: Raise): LimitDraft {
  const { perTransaction, daily, monthly } = card.ownLimits;
  const draft = {
    perTransaction: perTransaction ?? "",
    daily: daily ?? "",
    monthly: monthly ?? "",
  };
  return raise === undefined
    ? draft
    : { ...draft, [raise.limit]: lowerOf(raise.to, cardLimitsOf(card)[raise.limit], card) };
}

function lowerOf(a: string, b: string, { currency }: Pick<Card, "currency">): string {
  const [one = 0n, other = 0n] = [parseAmount(a, currency), parseAmount(b, currency)];
  return formatAmount(lesser(one, other), currency);
}

/** What keeps a typed limit from being saved; undefined for a good one and for none. */
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

/** The limits as the wire wants them. */
export function limitsOf(draft: LimitDraft): Record<LimitName, string | null> {
  const of = (name: LimitName) => wireAmount(draft[name]) ?? null;
  return { perTransaction: of("perTransaction"), daily: of("daily"), monthly: of("monthly") };
}
