import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "./decide.policy.ts";
import { timeAt } from "./decision.fixtures.ts";
import { type CardState, NO_OWN_LIMITS, type PaymentEvent } from "./decision.policy.ts";

const time = timeAt("2026-11-21T10:00:00Z");
const merchant = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;

const card: CardState = {
  id: "card",
  customerId: "customer",
  tier: "standard",
  isClosed: false,
  frozenBy: [],
  usage: { kind: "standard" },
  risk: {
    strategies: [],
    unreadable: [],
    program: { rules: [], unreadable: [] },
    grants: [],
    counters: new Map(),
    merchantCounter: "seen:adobe",
  },
  underReview: false,
  currency: "USD",
  blocksForeign: true,
  expiryMonth: 11,
  expiryYear: 2026,
  availableMinor: 100_00n,
  owedMinor: 0n,
  limits: { perTransactionMinor: 80_00n, dailyMinor: 90_00n, monthlyMinor: 200_00n },
  ownLimits: NO_OWN_LIMITS,
  spent: { dayMinor: 0n, monthMinor: 0n },
};
const payment: PaymentEvent = {
  amountMinor: 10_00n,
  earlierMinor: 0n,
  currency: "USD",
  merchant,
  details: { expiryMonth: 11, expiryYear: 2026, cvv: "match" },
};
const details = { expiryMonth: 11, expiryYear: 2026, cvv: "match" } as const;

describe("a decision", () => {
  test("approves a payment on a card in good standing, and traces every check in order", () => {
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
    ["card_closed", { isClosed: true }, {}],
    ["card_expired", { expiryMonth: 10 }, { details: { ...details, expiryMonth: 10 } }],
    ["card_frozen_customer", { frozenBy: ["customer"] }, {}],
    ["card_frozen_risk", { frozenBy: ["schedule", "customer", "risk"] }, {}],
    ["card_frozen_verification", { frozenBy: ["risk", "verification"] }, {}],
    ["card_frozen_operator", { frozenBy: ["verification", "operator"] }, {}],
    ["card_frozen_schedule", { frozenBy: ["schedule"] }, {}],
    ["account_under_review", { underReview: true }, {}],
    ["expiry_mismatch", {}, { details: { ...details, expiryYear: 2027 } }],
    ["cvv_mismatch", {}, { details: { ...details, cvv: "mismatch" } }],
    ["currency_blocked", {}, { currency: "EUR" }],
    [
      "rate_unavailable",
      { blocksForeign: false },
      { currency: "GBP", unpriced: "rate_unavailable" },
    ],
    ["negative_balance", { owedMinor: 1n }, {}],
    ["limit_per_tx", {}, { amountMinor: 80_01n }],
    ["limit_per_tx", {}, { amountMinor: 10_00n, earlierMinor: 70_01n }],
    ["limit_day", { spent: { dayMinor: 80_01n, monthMinor: 80_01n } }, {}],
    ["limit_month", { spent: { dayMinor: 0n, monthMinor: 190_01n } }, {}],
    ["insufficient_card_balance", { availableMinor: 9_99n }, {}],
  ])("declines with %s", (code, state, event) => {
    const decision = decide({ ...card, ...state }, { ...payment, ...event }, time);
    expect(decision.code).toBe(code);
    expect(decision.trace).toHaveLength(event.currency === undefined ? 12 : 13);
    expect(decision.trace.find((entry) => !entry.passed)?.code).toBe(code);
  });

  test.each<[string, Partial<CardState["ownLimits"]>, Partial<PaymentEvent>]>([
    ["own_limit_per_tx", { perTransactionMinor: 9_99n }, {}],
    ["own_limit_per_tx", { perTransactionMinor: 20_00n }, { earlierMinor: 10_01n }],
    ["own_limit_day", { dailyMinor: 19_99n }, {}],
    ["own_limit_month", { monthlyMinor: 29_99n }, {}],
    ["approved", { perTransactionMinor: 10_00n, dailyMinor: 20_00n, monthlyMinor: 30_00n }, {}],
  ])("applies the owner's limits: %s", (code, own, event) => {
    const spent = { dayMinor: 10_00n, monthMinor: 20_00n };
    const ownLimits = { ...NO_OWN_LIMITS, ...own };
    const decision = decide({ ...card, spent, ownLimits }, { ...payment, ...event }, time);
    expect(decision.code).toBe(code);
  });

  test("passes the lower of the card's limit and the owner's limit to the ledger", () => {
    const ceilings = (ownLimits: CardState["ownLimits"]) =>
      decide({ ...card, ownLimits }, payment, time).journals[0]?.guards.map(
        ({ maxAmountMinor }) => maxAmountMinor,
      );
    expect(ceilings(NO_OWN_LIMITS)).toEqual([90_00n, 200_00n]);
    expect(ceilings({ ...NO_OWN_LIMITS, dailyMinor: 50_00n })).toEqual([50_00n, 200_00n]);
    expect(ceilings({ ...NO_OWN_LIMITS, monthlyMinor: 900_00n })).toEqual([90_00n, 200_00n]);
  });

  test("reports the card's limit, not the owner's, if both are exceeded", () => {
    const ownLimits = { ...NO_OWN_LIMITS, perTransactionMinor: 80_00n };
    const decision = decide({ ...card, ownLimits }, { ...payment, amountMinor: 80_01n }, time);
    expect(decision.code).toBe("limit_per_tx");
  });

  test("states a limit's amount, usage and reset time in its trace entry", () => {
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

  test("approves an amount equal to the limit or balance, and a payment without a CVV", () => {
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

  test("declines if its input is invalid", () => {
    const broken: Partial<CardState>[] = [
      { availableMinor: -1n },
      { owedMinor: -1n },
      { spent: { dayMinor: -1n, monthMinor: 0n } },
      { expiryMonth: Number.NaN },
    ];
    for (const state of broken) {
      expect(decide({ ...card, ...state }, payment, time).code).toBe("system_timeout");
    }
    expect(decide(card, { ...payment, amountMinor: -1n }, time).code).toBe("system_timeout");
    const tomorrow = { ...time, now: new Date("2026-11-22T00:00:00Z") };
    expect(decide(card, payment, tomorrow).code).toBe("system_timeout");
  });

  test("never approves more than the balance and every limit allow", () => {
    const amount = fc.bigInt(0n, 300_00n);
    fc.assert(
      fc.property(amount, amount, amount, amount, (availableMinor, dayMinor, monthMinor, asked) => {
        const state = { ...card, availableMinor, spent: { dayMinor, monthMinor } };
        const decision = decide(state, { ...payment, amountMinor: asked }, time);
        const fits =
          asked <= availableMinor &&
          asked <= card.limits.perTransactionMinor &&
          dayMinor + asked <= card.limits.dailyMinor &&
          monthMinor + asked <= card.limits.monthlyMinor;
        expect(decision.decision === "approve").toBe(asked === 0n || fits);
        expect(decision.approvedMinor).toBe(fits ? asked : 0n);
      }),
    );
  });

  test("holds no money for an account verification", () => {
    const state = { ...card, availableMinor: 0n, owedMinor: 5_00n };
    const decision = decide(state, { ...payment, amountMinor: 0n }, time);
    expect(decision.code).toBe("approved");
    expect(decision.journals).toEqual([{ holdMinor: 0n, guards: [] }]);
    const frozen = decide(
      { ...state, frozenBy: ["customer"] },
      { ...payment, amountMinor: 0n },
      time,
    );
    expect(frozen.code).toBe("card_frozen_customer");
  });

  test("approves part of the amount, within the card's limits, if the merchant accepts it", () => {
    const event = { ...payment, amountMinor: 40_00n, takesPart: true };
    const state = { ...card, availableMinor: 25_00n };
    const decision = decide(state, event, time);
    expect(decision.code).toBe("approved");
    expect(decision.approvedMinor).toBe(25_00n);
    expect(decision.journals[0]?.holdMinor).toBe(25_00n);
    expect(decision.journals[0]?.guards.every((guard) => guard.amountMinor === 25_00n)).toBe(true);
    expect(decide({ ...card, availableMinor: 0n }, event, time).code).toBe(
      "insufficient_card_balance",
    );
    const overLimit = decide(state, { ...event, amountMinor: 80_01n }, time);
    expect(overLimit.code).toBe("limit_per_tx");
    expect(decide(state, { ...event, takesPart: false }, time).decision).toBe("decline");
  });

  test("lets a single-use card pay once, and a merchant-locked card pay only its merchant", () => {
    const reading = (count: bigint) => [
      { counter: "uses", amountMinor: 0n, count, baseAmountMinor: 0n, baseCount: 0n },
    ];
    const single = (count: bigint): CardState => ({
      ...card,
      usage: { kind: "single_use" },
      risk: { ...card.risk, counters: new Map([["card uses", reading(count)]]) },
    });
    const first = decide(single(0n), payment, time);
    expect(first.code).toBe("approved");
    expect(first.journals[0]?.guards).toContainEqual({
      subject: "card",
      window: "uses",
      amountMinor: 0n,
      count: 1,
      maxCount: 1,
    });
    expect(decide(single(1n), payment, time).code).toBe("single_use_spent");
    // An unread counter must not be treated like an unused one.
    const unread = { ...single(0n), risk: card.risk };
    expect(decide(unread, payment, time).code).toBe("single_use_spent");

    const locked = (lockedTo: string | null): CardState => ({
      ...card,
      usage: { kind: "merchant_locked", lockedTo },
    });
    expect(decide(locked("ADOBE"), payment, time).code).toBe("approved");
    expect(decide(locked("NETFLIX"), payment, time).code).toBe("merchant_lock_mismatch");
    const locking = decide(locked(null), payment, time).journals[0]?.guards;
    expect(locking?.some(({ window, maxCount }) => window === "lock" && maxCount === 1)).toBe(true);
  });
});
