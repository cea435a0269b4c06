import { describe, expect, test } from "vitest";
import { decide } from "../decide.policy.ts";
import { strategyOf, timeAt } from "../decision.fixtures.ts";
import { type CardState, NO_OWN_LIMITS, type OpenGrant } from "../decision.policy.ts";
import { merchantKey } from "../merchant-key.policy.ts";
import { NO_PROGRAM_RULES } from "../program-rule.policy.ts";
import {
  AT,
  decided,
  type Given,
  guardOf,
  merchant,
  payment,
  SEEN,
} from "./strategy-checks.fixtures.ts";

describe("a rule's actions", () => {
  const over = { amount: { is: "over", amount: "5.00" } } as const;

  test("record shadow rules and alerts without declining the payment", () => {
    const shadow = strategyOf(over, { shadow: true });
    const alert = strategyOf(over, { action: "notify" });
    const decision = decided({ strategies: [shadow, alert] });
    expect(decision.code).toBe("approved");
    expect(decision.hits.map(({ isShadow, action }) => [isShadow, action])).toEqual([
      [true, "decline"],
      [false, "notify"],
    ]);
  });

  test("hold a payment for review only if nothing else declines it", () => {
    const review = strategyOf(over, { action: "review" });
    expect(decided({ strategies: [review] }).code).toBe("review_required");
    const block = strategyOf({ countries: { match: "any_of", values: ["US"] } });
    expect(decided({ strategies: [review, block] }).code).toBe("country_blocked");
  });

  test("decline a payment that the rule cannot evaluate", () => {
    const decision = decide(
      {
        ...broken(),
        risk: { ...broken().risk, unreadable: [{ id: "one", name: "Old rule" }] },
      },
      payment,
      timeAt(AT),
    );
    expect(decision.code).toBe("strategy_unreadable");
  });

  function broken(): CardState {
    return {
      id: "card",
      customerId: "customer",
      tier: "business",
      isClosed: false,
      frozenBy: [],
      usage: { kind: "standard" },
      underReview: false,
      blocksForeign: false,
      currency: "USD",
      expiryMonth: 12,
      expiryYear: 2030,
      availableMinor: 100_00n,
      owedMinor: 0n,
      limits: { perTransactionMinor: 99_00n, dailyMinor: 99_00n, monthlyMinor: 99_00n },
      ownLimits: NO_OWN_LIMITS,
      spent: { dayMinor: 0n, monthMinor: 0n },
      risk: {
        strategies: [],
        unreadable: [],
        grants: [],
        counters: new Map(),
        merchantCounter: SEEN,
        program: NO_PROGRAM_RULES,
      },
    };
  }

  test("decline a payment if a window was not read at all", () => {
    const strategies = [strategyOf({ spending: { over: "50.00", window: "week" } })];
    const state = { ...broken(), risk: { ...broken().risk, strategies } };
    expect(decide(state, payment, timeAt(AT)).code).toBe("limit_week");
  });
});

describe("a customer's exception", () => {
  const strategy = strategyOf({ amount: { is: "over", amount: "5.00" } });
  const grant: OpenGrant = {
    id: "grant",
    kind: "allow_once",
    strategies: [strategy.id],
    merchantKey: merchantKey(merchant.name),
    amountMinor: 10_00n,
    extraCount: 0n,
    currency: "USD",
    cardId: "card",
    expiresAt: new Date("2026-11-21T10:15:00Z"),
  };

  test("lets the same payment pass once", () => {
    const decision = decided({ strategies: [strategy], grants: [grant] });
    expect(decision.code).toBe("approved");
    expect(decision.hits).toEqual([]);
    expect(decision.trace.find(({ check }) => check === "strategy")?.isAllowed).toBe(true);
    expect(guardOf(decision.journals[0]?.guards, "use")).toMatchObject({
      subject: "grant",
      maxCount: 1,
    });
  });

  test.each<[string, Partial<Given>, Partial<OpenGrant>]>([
    ["a cent more", { event: { amountMinor: 10_01n } }, {}],
    ["another merchant", { event: { merchant: { ...merchant, name: "Netflix" } } }, {}],
    ["a moment too late", { at: "2026-11-21T10:15:00Z" }, {}],
    ["a second time", { counted: { use: [0n, 1n] } }, {}],
    ["another card", {}, { cardId: "other" }],
    ["another rule", {}, { strategies: ["other"] }],
  ])("lets nothing else pass: %s", (_name, given, change) => {
    const grants = [{ ...grant, ...change }];
    const decision = decided({ strategies: [strategy], ...given, grants });
    expect(decision.code).toBe("amount_out_of_range");
  });

  test("raises a limit by its amount until it expires", () => {
    const limit = strategyOf({ spending: { over: "50.00", window: "day" } });
    const raise: OpenGrant = {
      ...grant,
      kind: "raise_until",
      strategies: [limit.id],
      merchantKey: null,
      amountMinor: 5_00n,
    };
    const given = { strategies: [limit], counted: { "day:2026-11-21": [45_00n, 1n] } } as const;
    expect(decided(given).code).toBe("limit_day");
    expect(decided({ ...given, grants: [raise] }).code).toBe("approved");
    const event = { amountMinor: 10_01n };
    expect(decided({ ...given, grants: [raise], event }).code).toBe("limit_day");
    const late = decided({ ...given, grants: [raise], at: "2026-11-21T10:15:00Z" });
    expect(late.code).toBe("limit_day");
    const single = { ...raise, strategies: [strategy.id] };
    expect(decided({ strategies: [strategy], grants: [single] }).code).toBe("approved");
  });
});
