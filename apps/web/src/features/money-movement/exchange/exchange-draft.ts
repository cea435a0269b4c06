import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { wireAmount } from "../../../ui/text/amount-text.ts";

/** The side whose amount the customer typed. */
export type Side = "sell" | "buy";

/** What the customer has chosen and typed so far. */
export interface Draft {
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly side: Side;
  readonly typed: string;
}

/** What a quote is requested for. */
export interface Wanted {
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly side: Side;
  readonly amount: string;
}

interface Balance {
  readonly currency: CurrencyCode;
  readonly available: string;
}

function hasMoney({ available }: Balance): boolean {
  return wireAmount(available) !== undefined && !available.startsWith("-");
}

/** Begins with the first account that has money, and the next currency. */
export function firstDraft(balances: readonly Balance[]): Draft {
  const from = balances.find(hasMoney)?.currency ?? "USD";
  const to = CURRENCIES.find((currency) => currency !== from && currency !== "CNY") ?? "EUR";
  return { from, to, side: "sell", typed: "" };
}

/** Returns whether there is money in any account. */
export function hasAnyMoney(balances: readonly Balance[]): boolean {
  return balances.some(hasMoney);
}

/** Exchanges the two accounts. The typed amount keeps its currency. */
export function swapped({ from, to, side, typed }: Draft): Draft {
  return { from: to, to: from, side: side === "sell" ? "buy" : "sell", typed };
}

/** Chooses an account for one side. Choosing the other side's account swaps the two. */
export function withAccount(draft: Draft, end: "from" | "to", currency: CurrencyCode): Draft {
  if (draft[end] === currency) {
    return draft;
  }
  const other = end === "from" ? "to" : "from";
  return draft[other] === currency ? swapped(draft) : { ...draft, [end]: currency };
}

/** Returns what to request a quote for; undefined if no amount has been typed. */
export function wantedBy({ from, to, side, typed }: Draft): Wanted | undefined {
  const amount = wireAmount(typed);
  return amount === undefined ? undefined : { from, to, side, amount };
}
