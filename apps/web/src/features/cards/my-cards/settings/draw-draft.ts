import { type DrawBody, MAX_DRAW_MERCHANTS } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { wireAmount } from "../../../../ui/text/amount-text.ts";

/** What a card draws on the account, as typed. */
export interface DrawDraft {
  /** The most in a day, without digit grouping. */
  readonly daily: string;
  /** Whether only the merchants below are paid from the account. */
  readonly isListed: boolean;
  /** One merchant a line. */
  readonly merchants: string;
}

const LONGEST_NAME = 80;

/** Returns what a card draws on the account, for editing. */
export function draftOf({ draw }: Pick<Card, "draw">): DrawDraft {
  return {
    daily: draw?.daily ?? "",
    isListed: draw?.merchants != null,
    merchants: draw?.merchants?.join("\n") ?? "",
  };
}

/** Returns the merchants that were typed, each once. */
export function merchantsOf({ merchants }: Pick<DrawDraft, "merchants">): string[] {
  const names = merchants.split("\n").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Returns whether the most in a day is an amount above zero. */
export function isAmount({ daily }: DrawDraft, { currency }: Pick<Card, "currency">): boolean {
  const amount = wireAmount(daily);
  return amount !== undefined && parseAmount(amount, currency) !== undefined;
}

/** Returns whether the merchants can be saved. */
export function areMerchants(draft: DrawDraft): boolean {
  const names = merchantsOf(draft);
  const isFew = names.length >= 1 && names.length <= MAX_DRAW_MERCHANTS;
  return !draft.isListed || (isFew && names.every((name) => name.length <= LONGEST_NAME));
}

/** Converts a draft to the wire format, at the fee that is shown. */
export function drawOf(
  draft: DrawDraft,
  { currency, depositFeeBasisPoints }: Pick<Card, "currency" | "depositFeeBasisPoints">,
) {
  const dailyMinor = parseAmount(wireAmount(draft.daily) ?? "", currency) ?? 0n;
  return {
    daily: formatAmount(dailyMinor, currency),
    feeBasisPoints: depositFeeBasisPoints,
    merchants: draft.isListed ? merchantsOf(draft) : null,
  } satisfies DrawBody["draw"];
}
