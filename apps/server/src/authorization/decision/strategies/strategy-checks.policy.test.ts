import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { describe, expect, test } from "vitest";
import { strategyOf } from "../decision.fixtures.ts";
import type { PaymentEvent } from "../decision.policy.ts";
import { AT, decided, guardOf, SEEN } from "./strategy-checks.fixtures.ts";

type When = StrategyRule["when"];

describe("a per-payment rule", () => {
  test.each<[When, Partial<PaymentEvent>, string]>([
    [{ amount: { is: "over", amount: "10.00" } }, { amountMinor: 10_01n }, "amount_out_of_range"],
    [{ amount: { is: "under", amount: "10.01" } }, {}, "amount_out_of_range"],
    [{ amount: { is: "between", amount: "9.00", to: "10.00" } }, {}, "amount_out_of_range"],
    [{ amount: { is: "outside", amount: "10.01", to: "20.00" } }, {}, "amount_out_of_range"],
    [{ merchants: { match: "any_of", values: ["adobe"] } }, {}, "merchant_blocked"],
    [{ merchants: { match: "none_of", values: ["Netflix"] } }, {}, "merchant_blocked"],
    [{ mccs: { match: "any_of", values: ["5734"] } }, {}, "mcc_blocked"],
    [{ categories: { match: "none_of", values: ["travel"] } }, {}, "mcc_blocked"],
    [{ countries: { match: "none_of", values: ["HK", "JP"] } }, {}, "country_blocked"],
    [{ channels: { match: "any_of", values: ["remote"] } }, {}, "channel_blocked"],
    [
      { channels: { match: "none_of", values: ["present"] } },
      { channel: undefined },
      "channel_blocked",
    ],
    [{ currencies: { match: "any_of", values: ["USD"] } }, {}, "currency_not_allowed"],
    [{ hours: { from: "09:00", to: "10:01" } }, {}, "hours_blocked"],
    [{ hours: { from: "22:00", to: "10:01" } }, {}, "hours_blocked"],
    [{ newMerchant: true }, {}, "merchant_new"],
  ])("declines a matching payment (case %#)", (when, event, code) => {
    const rule = strategyOf(when);
    const decision = decided({ strategies: [rule], event });
    expect(decision.code).toBe(code);
    expect(decision.hits).toMatchObject([{ strategyId: rule.id, action: "decline" }]);
  });

  test.each<[When, Partial<PaymentEvent>]>([
    [{ amount: { is: "over", amount: "10.00" } }, {}],
    [{ amount: { is: "under", amount: "10.00" } }, {}],
    [{ amount: { is: "between", amount: "10.01", to: "20.00" } }, {}],
    [{ amount: { is: "outside", amount: "10.00", to: "20.00" } }, {}],
    [{ merchants: { match: "any_of", values: ["Ado"] } }, {}],
    [{ merchants: { match: "none_of", values: ["ADOBE"] } }, {}],
    [{ channels: { match: "any_of", values: ["remote"] } }, { channel: undefined }],
    [{ hours: { from: "10:01", to: "09:00" } }, {}],
    [{ hours: { from: "08:00", to: "10:00" } }, {}],
    [
      { countries: { match: "any_of", values: ["RU"] }, amount: { is: "over", amount: "1.00" } },
      {},
    ],
  ])("lets a non-matching payment pass (case %#)", (when, event) => {
    const at = when.hours?.from === "10:01" ? "2026-11-21T09:30:00Z" : AT;
    expect(decided({ strategies: [strategyOf(when)], event, at }).code).toBe("approved");
  });

  test("covers only its cards", () => {
    const when = { amount: { is: "over", amount: "1.00" } } as const;
    const others: Partial<StrategyRule>[] = [
      { scope: { cards: "some", cardIds: ["card_other"] } },
      { scope: { cards: "tier", tier: "premium" } },
      { currency: "EUR" },
    ];
    for (const rule of others) {
      expect(decided({ strategies: [strategyOf(when, rule)] }).code).toBe("approved");
    }
    const own = strategyOf(when, { scope: { cards: "some", cardIds: ["card_card"] } });
    expect(decided({ strategies: [own] }).code).toBe("amount_out_of_range");
    const tier = strategyOf(when, { scope: { cards: "tier", tier: "business" } });
    expect(decided({ strategies: [tier] }).code).toBe("amount_out_of_range");
  });

  test("does not treat a known merchant as new", () => {
    const decision = decided({
      strategies: [strategyOf({ newMerchant: true })],
      base: { [SEEN]: [0n, 3n] },
    });
    expect(decision.code).toBe("approved");
  });
});

describe("a velocity rule", () => {
  test("approves spending up to its limit and passes the ceiling to the ledger", () => {
    const strategies = [strategyOf({ spending: { over: "50.00", window: "week" } })];
    const [monday, today] = ["day:2026-11-16", "day:2026-11-21"];
    const earlier = { "day:2026-11-15": [99_00n, 9n], [monday]: [30_00n, 3n] } as const;
    const passing = decided({ strategies, counted: { ...earlier, [today]: [10_00n, 1n] } });
    expect(passing.code).toBe("approved");
    expect(guardOf(passing.journals[0]?.guards, today)).toEqual({
      subject: "card",
      window: today,
      amountMinor: 10_00n,
      count: 1,
      maxAmountMinor: 20_00n,
    });
    const refused = decided({ strategies, counted: { ...earlier, [today]: [10_01n, 1n] } });
    expect(refused.code).toBe("limit_week");
    expect(refused.trace.find(({ check }) => check === "strategy")).toMatchObject({
      passed: false,
      limitMinor: 50_00n,
      usedMinor: 40_01n,
      attemptedMinor: 10_00n,
      resetsAt: new Date("2026-11-23T00:00:00Z"),
    });
  });

  test("includes spending from before its counters were created", () => {
    const strategies = [strategyOf({ spending: { over: "50.00", window: "year" } })];
    const given = { strategies, counted: { "month:2026-11": [10_00n, 1n] } } as const;
    const decision = decided({ ...given, base: { "month:2026-03": [30_00n, 3n] } });
    expect(decision.code).toBe("approved");
    const guard = guardOf(decision.journals[0]?.guards, "month:2026-11");
    expect(guard?.maxAmountMinor).toBe(20_00n);
    expect(decided({ ...given, base: { "month:2026-11": [30_01n, 3n] } }).code).toBe("limit_year");
  });

  test("counts payments, but not increments", () => {
    const strategies = [strategyOf({ payments: { over: 3, window: "day" } })];
    const third = decided({ strategies, counted: { "day:2026-11-21": [1n, 2n] } });
    expect(third.code).toBe("approved");
    expect(guardOf(third.journals[0]?.guards, "day:2026-11-21")?.maxCount).toBe(3);
    const counted = { "day:2026-11-21": [1n, 3n] } as const;
    expect(decided({ strategies, counted }).code).toBe("limit_count");
    const more = decided({ strategies, counted, event: { earlierMinor: 5_00n } });
    expect(more.code).toBe("approved");
    expect(guardOf(more.journals[0]?.guards, "day:2026-11-21")?.count).toBe(0);
  });

  test("counts every step of a rolling window, and frees capacity as steps drop out of it", () => {
    const strategies = [strategyOf({ spending: { over: "50.00", window: "rolling_24h" } })];
    const hour = Date.parse(AT) / 3_600_000;
    const name = (ago: number) => `24h:${String(hour - ago).padStart(8, "0")}`;
    const counted = {
      [name(0)]: [5_00n, 1n],
      [name(3)]: [20_00n, 1n],
      [name(24)]: [10_00n, 1n],
      [name(25)]: [99_00n, 1n],
    } as const;
    const at = "2026-11-21T10:30:00Z";
    const passing = decided({ strategies, counted, at });
    expect(passing.code).toBe("approved");
    expect(passing.trace.find(({ check }) => check === "strategy")?.usedMinor).toBe(35_00n);
    expect(guardOf(passing.journals[0]?.guards, name(0))?.maxAmountMinor).toBe(20_00n);
    const refused = decided({ strategies, counted, at, event: { amountMinor: 15_01n } });
    expect(refused.code).toBe("limit_rolling");
    expect(refused.trace.find(({ check }) => check === "strategy")?.resetsAt).toEqual(
      new Date("2026-11-21T11:00:00Z"),
    );
  });

  test("counts payments before and after the end of a step in one shared counter", () => {
    const strategies = [strategyOf({ spending: { over: "50.00", window: "rolling_24h" } })];
    const hour = Date.parse(AT) / 3_600_000;
    const name = (ago: number) => `24h:${String(hour - ago).padStart(8, "0")}`;
    const turn = `24h-turn:${hour}`;
    const counted = { [name(1)]: [30_00n, 2n], [turn]: [7_00n, 1n] } as const;
    for (const at of ["2026-11-21T09:59:57Z", "2026-11-21T10:00:02Z"]) {
      const { journals } = decided({ strategies, counted, at });
      expect(guardOf(journals[0]?.guards, turn)).toEqual({
        subject: "card",
        window: turn,
        amountMinor: 10_00n,
        count: 1,
        // 23.00 was spent outside the rollover counter, which leaves 27.00 for it.
        maxAmountMinor: 27_00n,
      });
    }
    const between = decided({ strategies, counted, at: "2026-11-21T10:30:00Z" });
    expect(guardOf(between.journals[0]?.guards, turn)).toBeUndefined();
  });

  test("counts by day and by month within its longer windows", () => {
    const turnsAt = (window: "day" | "week" | "month" | "year" | "rolling_30d", at: string) =>
      decided({ strategies: [strategyOf({ spending: { over: "50.00", window } })], at })
        .journals[0]?.guards.map((guard) => guard.window)
        .filter((name) => name.includes("-turn:"));
    expect(turnsAt("rolling_30d", "2026-11-21T00:00:01Z")).toEqual(["day-turn:2026-11-21"]);
    expect(turnsAt("day", "2026-11-21T00:00:01Z")).toEqual([]);
    expect(turnsAt("week", "2026-11-16T23:59:57Z")).toEqual(["day-turn:2026-11-17"]);
    expect(turnsAt("week", "2026-11-22T23:59:57Z")).toEqual([]);
    expect(turnsAt("week", "2026-11-16T00:00:01Z")).toEqual([]);
    expect(turnsAt("month", "2026-11-30T23:59:58Z")).toEqual([]);
    expect(turnsAt("year", "2026-11-30T23:59:58Z")).toEqual(["month-turn:2026-12"]);
    expect(turnsAt("year", "2026-12-01T00:00:01Z")).toEqual(["month-turn:2026-12"]);
    expect(turnsAt("year", "2026-12-31T23:59:58Z")).toEqual([]);
    expect(turnsAt("year", "2027-01-01T00:00:01Z")).toEqual([]);
  });

  test("shares a counter with rules counting the same payments; the lower ceiling applies", () => {
    const month = "month:2026-11";
    const guards = decided({
      strategies: [
        strategyOf({ spending: { over: "500.00", window: "month" } }),
        strategyOf({ spending: { over: "300.00", window: "month" } }),
        strategyOf({ payments: { over: 9, window: "month" } }),
        strategyOf({ spending: { over: "1.00", window: "month" } }, { shadow: true }),
      ],
    }).journals[0]?.guards;
    expect(guards?.filter(({ window }) => window === month)).toEqual([
      {
        subject: "card",
        window: month,
        amountMinor: 10_00n,
        count: 1,
        maxAmountMinor: 300_00n,
        maxCount: 9,
      },
    ]);
  });

  test("counts separately for each filter, and skips payments that the filter excludes", () => {
    const spending = { over: "15.00", window: "month" } as const;
    const travel = strategyOf({ spending, categories: { match: "any_of", values: ["travel"] } });
    expect(
      decided({ strategies: [travel] }).journals[0]?.guards.map(({ window }) => window),
    ).toEqual(["day:2026-11-21", "month:2026-11"]);
    const software = strategyOf({
      spending,
      categories: { match: "any_of", values: ["software"] },
    });
    const guards = decided({ strategies: [software] }).journals[0]?.guards;
    expect(guards?.[2]?.window).toMatch(/^[0-9a-f]{10}:month:2026-11$/);
    expect(guards?.[2]?.subject).toBe("card");
    const together = strategyOf({ spending }, { counts: "together" });
    expect(decided({ strategies: [together] }).journals[0]?.guards[2]?.subject).toBe("customer");
  });

  test("counts payments declined for a wrong CVV, and declines payments after too many", () => {
    const rule = { wrongCvv: { atLeast: 3, window: "rolling_1h" } } as const;
    const strategies = [strategyOf(rule, { action: "freeze" })];
    const details = { expiryMonth: 12, expiryYear: 2030, cvv: "mismatch" } as const;
    const bucket = `cvv:1h:${String(Math.floor(Date.parse(AT) / 300_000)).padStart(8, "0")}`;
    const second = decided({ strategies, event: { details }, counted: { [bucket]: [0n, 1n] } });
    expect(second.code).toBe("cvv_mismatch");
    expect(second.hits).toEqual([]);
    expect(guardOf(second.journals[0]?.guards, bucket)?.count).toBe(1);
    const third = decided({ strategies, event: { details }, counted: { [bucket]: [0n, 2n] } });
    expect(third.code).toBe("cvv_mismatch");
    expect(third.hits).toMatchObject([{ action: "freeze" }]);
  });
});
