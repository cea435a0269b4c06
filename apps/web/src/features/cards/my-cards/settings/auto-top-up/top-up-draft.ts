import {
  type AutoTopUp,
  type AutoTopUpOrder,
  MAX_HOURS_BEFORE,
  type TopUpAmount,
  type TopUpTrigger,
} from "@tessera/contract/cards/auto-top-up.schemas";
import { WEEKDAYS, type Weekday } from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, formatAmount, parseAmount } from "@tessera/money";
import { wireAmount } from "../../../../../ui/text/amount-text.ts";

export type TriggerKind = TopUpTrigger["kind"];
export type AmountKind = TopUpAmount["kind"];

/** An order as typed. Amounts are without digit grouping. */
export interface TopUpDraft {
  readonly trigger: TriggerKind;
  readonly below: string;
  readonly weekday: Weekday;
  readonly monthDay: string;
  readonly hour: string;
  readonly hoursBefore: string;
  readonly kind: AmountKind;
  readonly amount: string;
  readonly cap: string;
  /** An ISO day, or an empty string for no end. */
  readonly endsOn: string;
}

const EMPTY: TopUpDraft = {
  ...{ trigger: "balance", below: "", weekday: "mon", monthDay: "1", hour: "9" },
  ...{ hoursBefore: "24", kind: "fixed", amount: "", cap: "", endsOn: "" },
};

/** Returns a card's order for editing, or an empty draft. */
export function draftOf({ order }: Pick<AutoTopUp, "order">): TopUpDraft {
  if (order === null) {
    return EMPTY;
  }
  const { trigger, amount, monthlyCap: cap, endsOn } = order;
  return {
    ...EMPTY,
    ...{ trigger: trigger.kind, kind: amount.kind, cap, endsOn: endsOn ?? "" },
    ...(trigger.kind === "balance" && { below: trigger.below }),
    ...(trigger.kind === "week" && { weekday: trigger.day, hour: String(trigger.hour) }),
    ...(trigger.kind === "month" && { monthDay: String(trigger.day), hour: String(trigger.hour) }),
    ...(trigger.kind === "charge" && { hoursBefore: String(trigger.hoursBefore) }),
    ...(amount.kind === "fixed" && { amount: amount.amount }),
    ...(amount.kind === "target" && { amount: amount.balance }),
  };
}

function minorOf(typed: string, currency: CurrencyCode): bigint | undefined {
  const amount = wireAmount(typed);
  return amount === undefined ? undefined : parseAmount(amount, currency);
}

function isWhole(typed: string, most: number): boolean {
  return /^[1-9][0-9]{0,2}$/.test(typed) && Number(typed) <= most;
}

export type DraftProblem = "amount" | "hours" | "target" | "cap" | "past";
export type DraftField = "below" | "hoursBefore" | "amount" | "cap" | "endsOn";

/** Changes what is added to something that its trigger allows. */
export function withTrigger(draft: TopUpDraft, trigger: TriggerKind): TopUpDraft {
  const isPossible = draft.kind !== "charge" || trigger === "charge";
  return { ...draft, trigger, kind: isPossible ? draft.kind : "fixed" };
}

/** Returns the problem of each field that cannot be sent. */
export function problemsOf(
  draft: TopUpDraft,
  { currency, today }: { readonly currency: CurrencyCode; readonly today: string },
): ReadonlyMap<DraftField, DraftProblem> {
  const problems = new Map<DraftField, DraftProblem>();
  const below = draft.trigger === "balance" ? minorOf(draft.below, currency) : 0n;
  const amount = draft.kind === "charge" ? 0n : minorOf(draft.amount, currency);
  const cap = minorOf(draft.cap, currency);
  if (below === undefined) {
    problems.set("below", "amount");
  }
  if (draft.trigger === "charge" && !isWhole(draft.hoursBefore, MAX_HOURS_BEFORE)) {
    problems.set("hoursBefore", "hours");
  }
  if (amount === undefined) {
    problems.set("amount", "amount");
  } else if (draft.kind === "target" && below !== undefined && amount < below) {
    problems.set("amount", "target");
  }
  if (cap === undefined) {
    problems.set("cap", "amount");
  } else if (draft.kind === "fixed" && amount !== undefined && cap < amount) {
    problems.set("cap", "cap");
  }
  if (draft.endsOn !== "" && !(draft.endsOn >= today)) {
    problems.set("endsOn", "past");
  }
  return problems;
}

function triggerOf(draft: TopUpDraft, money: (typed: string) => string): TopUpTrigger {
  const { trigger: kind, weekday, monthDay, hoursBefore } = draft;
  const hour = Number(draft.hour);
  switch (kind) {
    case "balance":
      return { kind, below: money(draft.below) };
    case "week":
      return { kind, day: WEEKDAYS.find((day) => day === weekday) ?? "mon", hour };
    case "month":
      return { kind, day: Number(monthDay), hour };
    case "charge":
      return { kind, hoursBefore: Number(hoursBefore) };
  }
}

/** Converts a draft without problems to the wire format, at the fee that is shown. */
export function orderOf(
  draft: TopUpDraft,
  { currency, feeBasisPoints }: Pick<AutoTopUp, "currency" | "feeBasisPoints">,
): AutoTopUpOrder {
  const money = (typed: string) => formatAmount(minorOf(typed, currency) ?? 0n, currency);
  const { kind } = draft;
  return {
    trigger: triggerOf(draft, money),
    amount:
      kind === "fixed"
        ? { kind, amount: money(draft.amount) }
        : kind === "target"
          ? { kind, balance: money(draft.amount) }
          : { kind },
    monthlyCap: money(draft.cap),
    endsOn: draft.endsOn === "" ? null : draft.endsOn,
    feeBasisPoints,
  };
}
