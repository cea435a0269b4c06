import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "./decide.policy.ts";
import { timeAt } from "./decision.fixtures.ts";
import type { CardState, PaymentEvent } from "./decision.policy.ts";
import { withDrawFee, withoutDrawFee } from "./draw.policy.ts";
import type { DrawState } from "./draw-state.policy.ts";
import { stateOf } from "./replay/replay-state.policy.ts";

const amount = fc.bigInt(0n, 5_000_000n);
const basisPoints = fc.integer({ min: 0, max: 10_000 });
const time = timeAt("2026-11-21T12:00:00Z");

const card: CardState = stateOf(
  {
    ...{ id: "card", predecessors: [], tier: "standard", currency: "USD" },
    perTransactionLimitMinor: 10_000_000n,
    dailyLimitMinor: 10_000_000n,
    monthlyLimitMinor: 10_000_000n,
  },
  "customer",
  new Map(),
);
const payment: PaymentEvent = {
  ...{ amountMinor: 1_000n, earlierMinor: 0n, currency: "USD" },
  merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" },
};

test("the amount that a total covers with its fee is the largest one", () => {
  fc.assert(
    fc.property(amount, basisPoints, (totalMinor, rate) => {
      const amountMinor = withoutDrawFee(totalMinor, rate);
      expect(withDrawFee(amountMinor, rate) <= totalMinor).toBe(true);
      expect(withDrawFee(amountMinor + 1n, rate) > totalMinor).toBe(true);
      expect(withoutDrawFee(withDrawFee(totalMinor, rate), rate)).toBe(totalMinor);
    }),
  );
});

describe("a decision on a card that draws", () => {
  test("approves exactly what card, account and ceiling cover, and guards the ceiling", () => {
    fc.assert(
      fc.property(
        ...[amount, amount, amount, amount, amount, basisPoints],
        (availableMinor, accountMinor, ceilingMinor, usedMinor, askedMinor, feeBasisPoints) => {
          const draw: DrawState = {
            ...{ accountMinor, ceilingMinor, usedMinor, feeBasisPoints },
            ...{ isStopped: false, agreedFeeBasisPoints: 10_000, merchants: null },
          };
          const event = { ...payment, amountMinor: askedMinor };
          const decision = decide({ ...card, availableMinor, draw }, event, time);
          const lacksMinor = askedMinor - availableMinor;
          const totalMinor = withDrawFee(lacksMinor > 0n ? lacksMinor : 0n, feeBasisPoints);
          const isCovered =
            lacksMinor <= 0n ||
            (totalMinor <= accountMinor && usedMinor + totalMinor <= ceilingMinor);
          expect(decision.decision).toBe(isCovered || askedMinor === 0n ? "approve" : "decline");
          const guards = decision.journals.flatMap((one) => one.guards);
          const [guard] = guards.filter(({ window }) => window === "draw:2026-11-21");
          const isDrawn = decision.decision === "approve" && lacksMinor > 0n;
          expect(guard?.amountMinor).toBe(isDrawn ? totalMinor : undefined);
          expect(guard?.maxAmountMinor).toBe(isDrawn ? ceilingMinor : undefined);
        },
      ),
    );
  });
});
