import { type DrawBody, MAX_DRAW_MERCHANTS } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { wireAmount } from "../../../../ui/text/amount-text.ts";

/** What a card draws on the account, as typed. Amounts are without digit grouping. */
export interface DrawDraft {
  /** Whether the card draws for payments to all merchants, or to those of `merchants`. */
  readonly isGeneral: boolean;
  /** The most in a day. */
  readonly daily: string;
  /** Whether only the merchants below are paid from the account. */
  readonly isListed: boolean;
  /** One merchant a line. */
  readonly merchants: string;
  /** The merchants to keep paid. */
  readonly kept: readonly string[];
  /** A merchant to keep paid that was typed but not added yet. */
  readonly typed: string;
  /** The most that the merchants to keep paid draw in a day. */
  readonly keptDaily: string;
}

export const LONGEST_NAME = 80;

/** Returns what a card draws on the account, for editing. */
export function draftOf({ draw, keepAlive }: Pick<Card, "draw" | "keepAlive">): DrawDraft {
  return {
    isGeneral: draw != null || keepAlive == null,
    daily: draw?.daily ?? "",
    isListed: draw?.merchants != null,
    merchants: draw?.merchants?.join("\n") ?? "",
    kept: keepAlive?.merchants ?? [],
    typed: "",
    keptDaily: keepAlive?.daily ?? "",
  };
}

/** Returns the merchants that were typed, each once. */
export function merchantsOf({ merchants }: Pick<DrawDraft, "merchants">): string[] {
  const names = merchants.split("\n").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Returns the merchants to keep paid, with the one that was typed but not added. */
export function keptOf({ kept, typed }: Pick<DrawDraft, "kept" | "typed">): readonly string[] {
  const name = typed.trim().replace(/\s+/gu, " ");
  const isKnown = kept.some((one) => isSameName(one, name));
  return name === "" || isKnown || kept.length >= MAX_DRAW_MERCHANTS ? kept : [...kept, name];
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const MAX_SUGGESTED = 6;

/**
 * Returns the merchants of past payments that can be added, each once, in the order in which they
 * are given.
 */
export function suggestedMerchants(
  titles: readonly string[],
  { kept, typed }: Pick<DrawDraft, "kept" | "typed">,
): string[] {
  const part = typed.trim().toLowerCase();
  const suggested: string[] = [];
  for (const title of titles) {
    const isNew = ![...kept, ...suggested].some((one) => isSameName(one, title));
    if (isNew && title.length <= LONGEST_NAME && title.toLowerCase().includes(part)) {
      suggested.push(title);
    }
  }
  return suggested.slice(0, MAX_SUGGESTED);
}

/** Returns whether a typed amount is above zero. */
export function isAmount(typed: string, { currency }: Pick<Card, "currency">): boolean {
  const amount = wireAmount(typed);
  return amount !== undefined && parseAmount(amount, currency) !== undefined;
}

/** Returns whether the merchants of the general setting can be saved. */
export function areMerchants(draft: DrawDraft): boolean {
  const names = merchantsOf(draft);
  const isFew = names.length >= 1 && names.length <= MAX_DRAW_MERCHANTS;
  return !draft.isListed || (isFew && names.every((name) => name.length <= LONGEST_NAME));
}

type Priced = Pick<Card, "currency" | "depositFeeBasisPoints">;

/** Converts a draft to the wire format, at the fee that is shown. */
export function drawOf(draft: DrawDraft, card: Priced) {
  const { depositFeeBasisPoints: feeBasisPoints } = card;
  const kept = keptOf(draft);
  return {
    draw: draft.isGeneral
      ? {
          daily: wireDaily(draft.daily, card),
          feeBasisPoints,
          merchants: draft.isListed ? merchantsOf(draft) : null,
        }
      : null,
    keepAlive:
      kept.length === 0
        ? null
        : { daily: wireDaily(draft.keptDaily, card), feeBasisPoints, merchants: [...kept] },
  } satisfies Omit<DrawBody, "revision">;
}

function wireDaily(typed: string, { currency }: Priced): string {
  return formatAmount(parseAmount(wireAmount(typed) ?? "", currency) ?? 0n, currency);
}
