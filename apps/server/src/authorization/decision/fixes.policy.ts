import type { CheckName, TraceEntry } from "./decision.policy.ts";

export type OwnLimitName = "perTransaction" | "daily" | "monthly";

export type FixKind = FixPlan["kind"];

/**
 * A change that would let a declined payment pass. Amounts are in minor units of the card's
 * currency.
 */
export interface FixPlan {
  readonly kind:
    | "top_up"
    | "allow_once"
    | "raise_until"
    | "raise_card_limit"
    | "allow_currencies"
    | "unfreeze"
    | "verify"
    | "repay"
    | "reveal"
    | "apply"
    | "wait";
  readonly amountMinor?: bigint;
  readonly strategyId?: string;
  readonly strategyName?: string;
  /** Which of the owner's limits to raise. */
  readonly limit?: OwnLimitName;
  readonly at?: Date;
}

/** By how much a strategy's limit falls short of a payment that the strategy declined. */
export interface Shortfall {
  readonly amountMinor: bigint;
  readonly count: number;
}

/**
 * Lists the remedies for each failed check, in order. All failed checks must be remedied before the
 * same payment passes. A check without an entry has no remedy that the customer can apply.
 */
export function fixesOf(trace: readonly TraceEntry[]): FixPlan[] {
  const failed = trace.filter(({ passed }) => !passed);
  if (failed.some(({ mandateId }) => mandateId !== undefined)) {
    // The card is for one purchase. Nothing changes its terms.
    return [];
  }
  const fixes = failed.flatMap((entry) =>
    isOwnLimit(entry.check) ? ownLimitFixes(entry.check, entry, trace) : fixesOfCheck(entry),
  );
  const stopping = stoppedBy(trace);
  return stopping.length === 0 ? fixes : [{ kind: "allow_once" }, ...fixes];
}

/** Lists the strategies that declined a payment, each with its shortfall. */
export function stoppedBy(trace: readonly TraceEntry[]): TraceEntry[] {
  return trace.filter(({ check, passed }) => check === "strategy" && !passed);
}

/**
 * Returns by how much a limit must be raised for the payment to pass, or undefined if the limit is
 * not exceeded.
 */
export function shortfallOf(entry: TraceEntry): Shortfall | undefined {
  const { limitMinor, usedMinor = 0n, attemptedMinor, limitCount, usedCount } = entry;
  if (limitMinor !== undefined && attemptedMinor !== undefined) {
    const lacksMinor = usedMinor + attemptedMinor - limitMinor;
    return lacksMinor > 0n ? { amountMinor: lacksMinor, count: 0 } : undefined;
  }
  if (limitCount !== undefined && usedCount !== undefined && entry.code === "limit_count") {
    return { amountMinor: 0n, count: Number(usedCount + 1n - limitCount) };
  }
  return undefined;
}

function fixesOfCheck(entry: TraceEntry): FixPlan[] {
  switch (entry.check) {
    case "card_not_frozen":
      return frozenFixes(entry);
    case "card_open":
    case "card_in_date":
    case "card_unused":
    case "card_merchant":
      return [{ kind: "apply" }];
    case "expiry_match":
    case "cvv_match":
      return [{ kind: "reveal" }];
    case "currency":
      return [{ kind: "allow_currencies" }];
    case "no_debt":
      return [{ kind: "repay", amountMinor: entry.usedMinor ?? 0n }];
    case "limit_day":
    case "limit_month":
    case "programme_rule":
      return waitFixes(entry);
    case "strategy":
      return strategyFixes(entry);
    case "balance":
      return [
        {
          kind: "top_up",
          amountMinor: (entry.attemptedMinor ?? 0n) - (entry.limitMinor ?? 0n),
        },
      ];
    default:
      return [];
  }
}

function frozenFixes({ code }: TraceEntry): FixPlan[] {
  switch (code) {
    case "card_frozen_customer":
    case "card_frozen_risk":
      return [{ kind: "unfreeze" }];
    case "card_frozen_verification":
      return [{ kind: "verify" }];
    default:
      return [];
  }
}

/**
 * Suggests waiting only if the payment by itself is within the limit, since waiting would not help
 * otherwise.
 */
function waitFixes({ resetsAt: at, attemptedMinor = 0n, limitMinor = 0n }: TraceEntry): FixPlan[] {
  return at === undefined || attemptedMinor > limitMinor ? [] : [{ kind: "wait", at }];
}

/** The owner's limits, each with the card's own limit that bounds it. */
const OWN_LIMITS = {
  own_limit_per_tx: { limit: "perTransaction", bound: "limit_per_tx" },
  own_limit_day: { limit: "daily", bound: "limit_day" },
  own_limit_month: { limit: "monthly", bound: "limit_month" },
} as const satisfies Partial<
  Record<CheckName, { readonly limit: OwnLimitName; readonly bound: CheckName }>
>;

function isOwnLimit(check: CheckName): check is keyof typeof OWN_LIMITS {
  return Object.hasOwn(OWN_LIMITS, check);
}

/**
 * Suggests raising the owner's limit, or waiting until `at` if the payment by itself is within it.
 * Raising the owner's limit is useless if the card's own limit declines the payment as well.
 */
function ownLimitFixes(
  check: keyof typeof OWN_LIMITS,
  entry: TraceEntry,
  trace: readonly TraceEntry[],
): FixPlan[] {
  const { limit, bound } = OWN_LIMITS[check];
  const amountMinor = shortfallOf(entry)?.amountMinor;
  if (amountMinor === undefined || trace.some((one) => one.check === bound && !one.passed)) {
    return [];
  }
  const [wait] = waitFixes(entry);
  return [
    {
      kind: "raise_card_limit",
      limit,
      amountMinor,
      ...(wait?.at !== undefined && { at: wait.at }),
    },
  ];
}

function strategyFixes(entry: TraceEntry): FixPlan[] {
  const lacks = shortfallOf(entry);
  const { strategyId, strategyName, resetsAt: at } = entry;
  return lacks === undefined || strategyId === undefined
    ? []
    : [
        {
          kind: "raise_until",
          strategyId,
          ...(strategyName !== undefined && { strategyName }),
          ...(lacks.amountMinor > 0n && { amountMinor: lacks.amountMinor }),
          ...(at !== undefined && { at }),
        },
      ];
}
