import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CardState, decide, type PaymentEvent } from "./decide.policy.ts";
import { programmeCalendar } from "./programme-calendar.policy.ts";

const now = new Date("2026-11-21T10:00:00Z");
const time = { now, period: programmeCalendar("UTC").periodAt(now) };

const card: CardState = {
  status: "active",
  underReview: false,
  currency: "USD",
  expiryMonth: 11,
  expiryYear: 2026,
  availableMinor: 100_00n,
  owedMinor: 0n,
  limits: { perTransactionMinor: 80_00n, dailyMinor: 90_00n, monthlyMinor: 200_00n },
  spent: { dayMinor: 0n, monthMinor: 0n },
};
const payment: PaymentEvent = {
  amountMinor: 10_00n,
  earlierMinor: 0n,
  currency: "USD",
  details: { expiryMonth: 11, expiryYear: 2026, cvv: "match" },
};
const details = { expiryMonth: 11, expiryYear: 2026, cvv: "match" } as const;

describe("a decision", () => {
  test("a card in order pays, and every check is in the trace in order", () => {
    const decision = decide(card, payment, time);
    expect(decision.code).toBe("approved");
    expect(decision.trace.map((entry) => entry.check)).toEqual([
      "card_open",
      "card_in_date",
      "card_not_frozen",
      "account_in_order",
      "expiry_match",
      "cvv_match",
      "currency",
      "no_debt",
      "limit_per_tx",
      "limit_day",
      "limit_month",
      "balance",
    ]);
  });

  test.each<[string, Partial<CardState>, Partial<PaymentEvent>]>([
    ["card_closed", { status: "closed" }, {}],
    ["card_expired", { expiryMonth: 10 }, { details: { ...details, expiryMonth: 10 } }],
    ["card_frozen_customer", { status: "frozen" }, {}],
    ["account_under_review", { underReview: true }, {}],
    ["expiry_mismatch", {}, { details: { ...details, expiryYear: 2027 } }],
    ["cvv_mismatch", {}, { details: { ...details, cvv: "mismatch" } }],
    ["currency_blocked", {}, { currency: "EUR" }],
    ["negative_balance", { owedMinor: 1n }, {}],
    ["limit_per_tx", {}, { amountMinor: 80_01n }],
    ["limit_per_tx", {}, { amountMinor: 10_00n, earlierMinor: 70_01n }],
    ["limit_day", { spent: { dayMinor: 80_01n, monthMinor: 80_01n } }, {}],
    ["limit_month", { spent: { dayMinor: 0n, monthMinor: 190_01n } }, {}],
    ["insufficient_card_balance", { availableMinor: 9_99n }, {}],
  ])("declines with %s", (code, state, event) => {
    const decision = decide({ ...card, ...state }, { ...payment, ...event }, time);
    expect(decision.code).toBe(code);
    expect(decision.trace).toHaveLength(12);
    expect(decision.trace.find((entry) => !entry.passed)?.code).toBe(code);
  });

  test("a limit's entry says how much, of what, and until when", () => {
    const spent = { dayMinor: 85_00n, monthMinor: 85_00n };
    const decision = decide({ ...card, spent }, payment, time);
    expect(decision.trace.find((entry) => entry.check === "limit_day")).toEqual({
      check: "limit_day",
      passed: false,
      code: "limit_day",
      limitMinor: 90_00n,
      usedMinor: 85_00n,
      attemptedMinor: 10_00n,
      resetsAt: new Date("2026-11-22T00:00:00Z"),
    });
  });

  test("exactly the limit and exactly the balance are allowed, and no CVV is no mismatch", () => {
    const state = {
      ...card,
      availableMinor: 80_00n,
      spent: { dayMinor: 10_00n, monthMinor: 120_00n },
    };
    const event: PaymentEvent = {
      ...payment,
      amountMinor: 80_00n,
      details: { ...details, cvv: "not_given" },
    };
    expect(decide(state, event, time).code).toBe("approved");
  });

  test("state that cannot be right is declined", () => {
    const broken: Partial<CardState>[] = [
      { availableMinor: -1n },
      { owedMinor: -1n },
      { spent: { dayMinor: -1n, monthMinor: 0n } },
      { expiryMonth: Number.NaN },
    ];
    for (const state of broken) {
      expect(decide({ ...card, ...state }, payment, time).code).toBe("system_timeout");
    }
    expect(decide(card, { ...payment, amountMinor: 0n }, time).code).toBe("system_timeout");
    const tomorrow = { ...time, now: new Date("2026-11-22T00:00:00Z") };
    expect(decide(card, payment, tomorrow).code).toBe("system_timeout");
  });

  test("an approval never takes more than the balance or any limit leaves", () => {
    const amount = fc.bigInt(0n, 300_00n);
    fc.assert(
      fc.property(amount, amount, amount, amount, (availableMinor, dayMinor, monthMinor, asked) => {
        const state = { ...card, availableMinor, spent: { dayMinor, monthMinor } };
        const decision = decide(state, { ...payment, amountMinor: asked }, time);
        const fits =
          asked > 0n &&
          asked <= availableMinor &&
          asked <= card.limits.perTransactionMinor &&
          dayMinor + asked <= card.limits.dailyMinor &&
          monthMinor + asked <= card.limits.monthlyMinor;
        expect(decision.decision === "approve").toBe(fits);
      }),
    );
  });
});
