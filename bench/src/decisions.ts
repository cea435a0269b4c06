import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import {
  type CardState,
  compileProgramRule,
  compileStrategy,
  countersToRead,
  decide,
  decisionTime,
  readingKey,
} from "@tessera/server/risk";
import { ruleOf, TWENTY_RULES } from "./strategies.ts";

/** The number of rules that apply to the card, keyed by metric name. */
const SIZES = { us10: 10, us20: 20, us40: 40, us80: 80 } as const;
const BATCH = 200;
const CARD = { id: "card", customerId: "customer", usage: { kind: "standard" } } as const;
const EVENT = {
  amountMinor: 1n,
  earlierMinor: 0n,
  currency: "USD",
  merchant: { name: "Bench Store", mcc: "5734", country: "US", category: "software" },
} as const;

/** As many program rules as exist by default, all about payments. */
const PROGRAM_RULES = (
  [
    { countries: { match: "any_of", values: ["CU", "IR", "KP", "SY"] } },
    { mccs: { match: "any_of", values: ["6010", "6011"] } },
    { mccs: { match: "any_of", values: ["4829", "6050", "6051", "6529", "6530", "6540"] } },
  ] satisfies StrategyRule["when"][]
).map((when, place) =>
  compileProgramRule({
    ...{ id: `rule-${place}`, version: 1, isShadow: false },
    names: { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" },
    terms: { kind: "payments", when, counts: "per_card" },
  }),
);

/** Builds a payment to which a number of rules apply, with every type of window. */
function stateUnder(count: number, time: ReturnType<typeof decisionTime>): CardState {
  const strategies = Array.from({ length: count }, (_, place) => {
    const when = TWENTY_RULES[place % TWENTY_RULES.length];
    if (when === undefined) {
      throw new Error("there are no rules");
    }
    const id = `strategy-${place}`;
    return compileStrategy({ id, version: 1, name: id, status: "active", rule: ruleOf(when) });
  });
  const read = { amountMinor: 5n, count: 5n, baseAmountMinor: 0n, baseCount: 0n };
  const ranges = countersToRead(CARD, strategies, [], "seen:bench", time);
  const counters = new Map(
    ranges.map((range) => [readingKey(range), [{ counter: range.to, ...read }]]),
  );
  const aLot = 10n ** 9n;
  return {
    ...CARD,
    tier: "business",
    isClosed: false,
    frozenBy: [],
    underReview: false,
    blocksForeign: false,
    currency: "USD",
    expiryMonth: 12,
    expiryYear: 9999,
    availableMinor: aLot,
    owedMinor: 0n,
    limits: { perTransactionMinor: aLot, dailyMinor: aLot, monthlyMinor: aLot },
    ownLimits: { perTransactionMinor: null, dailyMinor: null, monthlyMinor: null },
    spent: { dayMinor: 0n, monthMinor: 0n },
    risk: {
      ...{ strategies, unreadable: [], grants: [], counters, merchantCounter: "seen:bench" },
      program: { rules: PROGRAM_RULES, unreadable: [] },
    },
  };
}

/** Measures the microseconds per decision for each number of applicable rules. */
export async function timeDecisions(seconds: number): Promise<Record<string, number>> {
  const time = decisionTime({ config: { timeZone: "UTC" } }, new Date());
  const sizes = Object.entries(SIZES).map(([name, count]) => ({
    name,
    state: stateUnder(count, time),
    spentMs: 0,
    made: 0,
  }));
  const untilMs = performance.now() + seconds * 1_000;
  // Runs are interleaved, so that noise on the machine affects all sizes equally.
  while (performance.now() < untilMs) {
    for (const size of sizes) {
      const startMs = performance.now();
      for (let made = 0; made < BATCH; made += 1) {
        decide(size.state, EVENT, time);
      }
      size.spentMs += performance.now() - startMs;
      size.made += BATCH;
    }
  }
  return Object.fromEntries(
    sizes.map(({ name, spentMs, made }) => [name, (spentMs * 1_000) / made]),
  );
}
