import type {
  AMOUNT_TESTS,
  CATEGORIES,
  Channel,
  MATCHES,
  RuleConditions,
  StrategyAction,
  StrategyRule,
  StrategyWindow,
  WRONG_CVV_WINDOWS,
} from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import { wireAmount } from "../../../ui/text/amount-text.ts";
import { CONDITION_KINDS, type ConditionKind } from "./sentence/condition-clauses.ts";

type Match = (typeof MATCHES)[number];

export interface TypedList<V extends string = string> {
  readonly match: Match;
  readonly values: readonly V[];
}

/** The inputs for every condition type, including those the rule does not use. */
export interface TypedConditions {
  /** Amounts as typed, for example `"1234.5"`. */
  readonly amount: {
    readonly is: (typeof AMOUNT_TESTS)[number];
    readonly amount: string;
    readonly to: string;
  };
  readonly spending: { readonly over: string; readonly window: StrategyWindow };
  readonly payments: { readonly over: string; readonly window: StrategyWindow };
  readonly categories: TypedList<(typeof CATEGORIES)[number]>;
  readonly mccs: TypedList;
  readonly merchants: TypedList;
  readonly countries: TypedList;
  readonly currencies: TypedList<string>;
  readonly channels: TypedList<Channel>;
  readonly hours: { readonly from: string; readonly to: string };
  readonly newMerchant: true;
  readonly wrongCvv: {
    readonly atLeast: string;
    readonly window: (typeof WRONG_CVV_WINDOWS)[number];
  };
}

type Scope = StrategyRule["scope"];

/** A rule as it is being edited. Any part may be invalid, and no input is discarded. */
export interface RuleDraft {
  readonly name: string;
  /** The types of the rule's conditions, in display order. */
  readonly kinds: readonly ConditionKind[];
  readonly typed: TypedConditions;
  readonly action: StrategyAction;
  readonly cards: Scope["cards"];
  readonly cardIds: readonly string[];
  readonly tier: NonNullable<Scope["tier"]>;
  readonly counts: StrategyRule["counts"];
  readonly currency: CurrencyCode;
  /** True if the rule applies only to cards in its currency even though it contains no amount. */
  readonly keepsCurrency: boolean;
  readonly email: boolean;
}

function emptyList<V extends string>(match: Match): TypedList<V> {
  return { match, values: [] };
}

const EMPTY: TypedConditions = {
  amount: { is: "over", amount: "", to: "" },
  spending: { over: "", window: "month" },
  payments: { over: "", window: "day" },
  categories: emptyList("any_of"),
  mccs: emptyList("any_of"),
  merchants: emptyList("any_of"),
  countries: emptyList("none_of"),
  currencies: emptyList("none_of"),
  channels: emptyList("any_of"),
  hours: { from: "00:00", to: "06:00" },
  newMerchant: true,
  wrongCvv: { atLeast: "3", window: "rolling_1h" },
};

/** Returns an empty rule with an amount condition, the most common type. */
export function emptyDraft(currency: CurrencyCode): RuleDraft {
  return {
    name: "",
    kinds: ["amount"],
    typed: EMPTY,
    action: "decline",
    cards: "all",
    cardIds: [],
    tier: "standard",
    counts: "per_card",
    currency,
    keepsCurrency: false,
    email: true,
  };
}

function typedOf(when: RuleConditions): TypedConditions {
  const { amount, spending, payments, hours, wrongCvv } = when;
  return {
    amount: amount === undefined ? EMPTY.amount : { ...amount, to: amount.to ?? "" },
    spending: spending ?? EMPTY.spending,
    payments:
      payments === undefined ? EMPTY.payments : { ...payments, over: String(payments.over) },
    categories: when.categories ?? EMPTY.categories,
    mccs: when.mccs ?? EMPTY.mccs,
    merchants: when.merchants ?? EMPTY.merchants,
    countries: when.countries ?? EMPTY.countries,
    currencies: when.currencies ?? EMPTY.currencies,
    channels: when.channels ?? EMPTY.channels,
    hours: hours ?? EMPTY.hours,
    newMerchant: true,
    wrongCvv:
      wrongCvv === undefined ? EMPTY.wrongCvv : { ...wrongCvv, atLeast: String(wrongCvv.atLeast) },
  };
}

/** Converts a rule to an editable draft. */
export function draftOf(name: string, rule: StrategyRule, fallback: CurrencyCode): RuleDraft {
  const { when, scope } = rule;
  return {
    name,
    kinds: CONDITION_KINDS.filter((kind) => when[kind] !== undefined),
    typed: typedOf(when),
    action: rule.action,
    cards: scope.cards,
    cardIds: scope.cardIds ?? [],
    tier: scope.tier ?? "standard",
    counts: rule.counts,
    currency: rule.currency ?? fallback,
    keepsCurrency: rule.currency !== undefined && (when.amount ?? when.spending) === undefined,
    email: rule.email,
  };
}

/** Formats with two decimals, as the server does, so that equal amounts make equal rules. */
function toWire(typed: string): string {
  const [whole = "", fraction = ""] = (wireAmount(typed) ?? "").split(".");
  return whole === "" ? "" : `${whole}.${fraction.padEnd(2, "0")}`;
}

/** Parses a count; returns -1, which validation rejects, for anything that is not a number. */
function countOf(typed: string): number {
  return /^[0-9]{1,5}$/.test(typed) ? Number.parseInt(typed, 10) : -1;
}

const WIRE: { readonly [K in ConditionKind]-?: (typed: TypedConditions) => RuleConditions[K] } = {
  amount: ({ amount: { is, amount, to } }) => ({
    is,
    amount: toWire(amount),
    ...((is === "between" || is === "outside") && to !== "" && { to: toWire(to) }),
  }),
  spending: ({ spending }) => ({ ...spending, over: toWire(spending.over) }),
  payments: ({ payments }) => ({ ...payments, over: countOf(payments.over) }),
  categories: ({ categories }) => ({ ...categories, values: [...categories.values] }),
  mccs: ({ mccs }) => ({ ...mccs, values: [...mccs.values] }),
  merchants: ({ merchants }) => ({ ...merchants, values: [...merchants.values] }),
  countries: ({ countries }) => ({ ...countries, values: [...countries.values] }),
  currencies: ({ currencies }) => ({ ...currencies, values: [...currencies.values] }),
  channels: ({ channels }) => ({ ...channels, values: [...channels.values] }),
  hours: ({ hours }) => hours,
  newMerchant: () => true,
  wrongCvv: ({ wrongCvv }) => ({ ...wrongCvv, atLeast: countOf(wrongCvv.atLeast) }),
};

/** Returns true if the text is a time of day in the rule format (`HH:MM`). */
export function isClockTime(text: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text);
}

/** Returns true if the rule contains amounts, which need a currency. */
export function namesAmounts({ kinds }: Pick<RuleDraft, "kinds">): boolean {
  return kinds.includes("amount") || kinds.includes("spending");
}

/** Returns true if the rule counts over a window, per card or across cards. */
export function countsOver({ kinds }: Pick<RuleDraft, "kinds">): boolean {
  return kinds.includes("spending") || kinds.includes("payments");
}

function scopeOf({ cards, cardIds, tier }: RuleDraft): Scope {
  switch (cards) {
    case "all":
      return { cards };
    case "some":
      return { cards, cardIds: [...cardIds] };
    case "tier":
      return { cards, tier };
  }
}

/** Converts a draft to a rule, which is valid if {@link draftProblems} finds no problems. */
export function ruleOf(draft: RuleDraft): StrategyRule {
  const { kinds, typed, currency } = draft;
  const conditions = CONDITION_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => [kind, WIRE[kind](typed)] as const,
  );
  return {
    when: Object.fromEntries(conditions),
    action: draft.action,
    scope: scopeOf(draft),
    counts: countsOver(draft) ? draft.counts : "per_card",
    ...((namesAmounts(draft) || draft.keepsCurrency) && { currency }),
    email: draft.email,
  };
}
