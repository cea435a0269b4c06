import type { AutoTopUp } from "@tessera/contract/cards/auto-top-up.schemas";
import { expect, test } from "vitest";
import { draftOf, orderOf, problemsOf, type TopUpDraft, withTrigger } from "./top-up-draft.ts";

const STATE = { currency: "USD", feeBasisPoints: 350 } as const;
const NOW = { currency: "USD", today: "2026-11-28" } as const;
const EMPTY = draftOf({ order: null });
const FILLED: TopUpDraft = { ...EMPTY, below: "20", amount: "50", cap: "1500" };

function shown(order: ReturnType<typeof orderOf>): Pick<AutoTopUp, "order"> {
  const rest = { usedThisMonth: "0.00", pausedByFee: false, nextAt: null, createdAt: "" };
  return { order: { ...order, ...rest, id: "atu_1" } };
}

test("auto top-up: every order survives editing without a change", () => {
  const drafts: TopUpDraft[] = [
    FILLED,
    { ...FILLED, trigger: "week", weekday: "sun", hour: "0", endsOn: "2027-01-31" },
    { ...FILLED, trigger: "month", monthDay: "31", hour: "23", kind: "target" },
    { ...FILLED, trigger: "charge", hoursBefore: "168", kind: "charge" },
  ];
  for (const draft of drafts) {
    const order = orderOf(draft, STATE);
    expect(orderOf(draftOf(shown(order)), STATE)).toEqual(order);
  }
});

test("auto top-up: an order carries the fee that was shown, and amounts in full", () => {
  expect(orderOf(FILLED, STATE)).toEqual({
    trigger: { kind: "balance", below: "20.00" },
    amount: { kind: "fixed", amount: "50.00" },
    ...{ monthlyCap: "1500.00", endsOn: null, feeBasisPoints: 350 },
  });
});

test.each([
  ["nothing typed", EMPTY, { below: "amount", amount: "amount", cap: "amount" }],
  ["a complete order", FILLED, {}],
  ["a cap below the amount", { ...FILLED, cap: "49.99" }, { cap: "cap" }],
  [
    "a target below the threshold",
    { ...FILLED, kind: "target", amount: "19.99" },
    { amount: "target" },
  ],
  ["an end in the past", { ...FILLED, endsOn: "2026-11-27" }, { endsOn: "past" }],
  [
    "too many hours",
    { ...FILLED, trigger: "charge", hoursBefore: "169" },
    { hoursBefore: "hours" },
  ],
] as const)("auto top-up: finds what is wrong with %s", (_, draft, problems) => {
  expect(Object.fromEntries(problemsOf(draft, NOW))).toEqual(problems);
});

test("auto top-up: what a charge lacks is offered before a charge only", () => {
  const before = withTrigger({ ...FILLED, kind: "charge" }, "charge");
  expect(before.kind).toBe("charge");
  expect(withTrigger(before, "month").kind).toBe("fixed");
});
