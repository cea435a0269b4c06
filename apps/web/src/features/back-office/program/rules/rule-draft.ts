import type { StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import type {
  ProgramRule,
  ProgramRuleMode,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { type CurrencyCode, parseAmount } from "@tessera/money";

/** The state of the program rule form; lists and numbers are kept as typed. */
export interface RuleDraft {
  readonly names: Readonly<Record<Locale, string>>;
  readonly kind: ProgramRuleTerms["kind"];
  /** Country codes as typed, such as `CU, IR`. */
  readonly countries: string;
  readonly addresses: boolean;
  /** Merchant category codes as typed, such as `6010, 6011`. */
  readonly mccs: string;
  readonly measure: "none" | "payments" | "spending";
  readonly over: string;
  readonly window: StrategyWindow;
  readonly currency: CurrencyCode;
  readonly counts: "per_card" | "together";
  readonly newCardsPerDay: string;
  readonly mode: ProgramRuleMode;
  readonly reason: string;
  /** Terms that have no field in the form and stay unchanged. */
  readonly kept: ProgramRuleTerms | undefined;
}

export type RuleProblem =
  | "required"
  | "countries"
  | "mccs"
  | "count"
  | "amount"
  | "no_condition"
  | "addresses";

export const EMPTY_RULE: RuleDraft = {
  names: { en: "", "zh-CN": "", "zh-TW": "" },
  kind: "payments",
  countries: "",
  addresses: false,
  mccs: "",
  measure: "none",
  over: "",
  window: "rolling_24h",
  currency: "USD",
  counts: "together",
  newCardsPerDay: "",
  mode: "shadow",
  reason: "",
  kept: undefined,
};

export function draftOfRule({
  names,
  terms,
  mode,
}: Pick<ProgramRule, "names" | "terms" | "mode">): RuleDraft {
  const { kind, when = {} } = terms;
  const { payments, spending } = when;
  return {
    ...{ names, kind, mode, reason: "", kept: terms },
    countries: when.countries?.values.join(", ") ?? "",
    addresses: terms.addresses ?? false,
    mccs: when.mccs?.values.join(", ") ?? "",
    measure: payments ? "payments" : spending ? "spending" : "none",
    over: payments ? String(payments.over) : (spending?.over ?? ""),
    window: payments?.window ?? spending?.window ?? EMPTY_RULE.window,
    currency: terms.currency ?? "USD",
    counts: terms.counts ?? "per_card",
    newCardsPerDay: terms.newCardsPerDay === undefined ? "" : String(terms.newCardsPerDay),
  };
}

/** Splits a list typed with commas or spaces into unique, uppercase entries. */
export function listed(text: string): string[] {
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,，、]+/)
        .filter((entry) => entry !== ""),
    ),
  ];
}

const COUNT = /^(?:[1-9]\d{0,2}|1000)$/;

/** Returns a draft's problems by field. */
export function ruleDraftProblems(draft: RuleDraft): Map<string, RuleProblem> {
  const problems = new Map<string, RuleProblem>();
  for (const locale of LOCALES) {
    if (draft.names[locale].trim() === "") {
      problems.set(`names.${locale}`, "required");
    }
  }
  if (draft.reason.trim() === "") {
    problems.set("reason", "required");
  }
  if (draft.kind === "new_cards") {
    if (!COUNT.test(draft.newCardsPerDay)) {
      problems.set("newCardsPerDay", "count");
    }
    return problems;
  }
  if (!listed(draft.countries).every((code) => /^[A-Z]{2}$/.test(code))) {
    problems.set("countries", "countries");
  }
  if (!listed(draft.mccs).every((code) => /^\d{4}$/.test(code))) {
    problems.set("mccs", "mccs");
  }
  measureProblems(draft, problems);
  const conditions = Object.keys(termsOfDraft(draft).when ?? {});
  if (conditions.length === 0) {
    problems.set("countries", "no_condition");
  } else if (draft.addresses && conditions.join() !== "countries") {
    problems.set("addresses", "addresses");
  }
  return problems;
}

function measureProblems(draft: RuleDraft, problems: Map<string, RuleProblem>): void {
  const { measure, over, currency } = draft;
  if (measure === "payments" && !COUNT.test(over)) {
    problems.set("over", "count");
  }
  const amountMinor = parseAmount(over, currency);
  if (measure === "spending" && (amountMinor === undefined || amountMinor === 0n)) {
    problems.set("over", "amount");
  }
}

/** Converts a draft to the terms to send. */
export function termsOfDraft(draft: RuleDraft): ProgramRuleTerms {
  const { kept } = draft;
  if (draft.kind === "new_cards") {
    return { kind: "new_cards", newCardsPerDay: Number(draft.newCardsPerDay) };
  }
  const [countries, mccs] = [listed(draft.countries), listed(draft.mccs)];
  const { countries: c, mccs: m, payments: _p, spending: _s, ...others } = kept?.when ?? {};
  const { over, window, measure } = draft;
  const hasAmounts = measure === "spending" || others.amount !== undefined;
  return {
    kind: "payments",
    when: {
      ...others,
      ...(countries.length > 0 && {
        countries: { match: c?.match ?? ("any_of" as const), values: countries },
      }),
      ...(mccs.length > 0 && { mccs: { match: m?.match ?? ("any_of" as const), values: mccs } }),
      ...(measure === "payments" && { payments: { over: Number(over), window } }),
      ...(measure === "spending" && { spending: { over, window } }),
    },
    addresses: draft.addresses && countries.length > 0,
    counts: measure === "none" ? "per_card" : draft.counts,
    ...(kept?.tier !== undefined && { tier: kept.tier }),
    ...(hasAmounts && { currency: draft.currency }),
  };
}
