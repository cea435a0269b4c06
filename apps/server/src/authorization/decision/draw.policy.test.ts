import { lesser } from "@tessera/money";
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
            ...{ accountMinor, feeBasisPoints, isStopped: false, keepAlive: null },
            general: { ceilingMinor, usedMinor, agreedFeeBasisPoints: 10_000, merchants: null },
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

const merchantLists = fc.constantFrom<string[] | null>(null, ["Adobe"], ["Canva"]);
const ceiling = fc.record({
  ceilingMinor: amount,
  usedMinor: amount,
  // Below, at or above the fee in force.
  agreedFeeBasisPoints: fc.constantFrom(100, 350, 10_000),
});
const drawStates = fc.record({
  accountMinor: amount,
  isStopped: fc.boolean(),
  feeBasisPoints: fc.constant(350),
  general: fc.option(fc.record({ merchants: merchantLists }).chain(withCeiling)),
  keepAlive: fc.option(
    fc.record({ merchants: fc.constantFrom<string[]>(["Adobe"], ["Canva"]) }).chain(withCeiling),
  ),
});

function withCeiling<T extends object>(merchants: T) {
  return ceiling.map((figures) => ({ ...figures, ...merchants }));
}

/** Returns what a ceiling leaves to the payment above, by the words of the setting alone. */
function leftAt(one: DrawState["general"]): bigint {
  const isFor = one !== null && (one.merchants === null || one.merchants.includes("Adobe"));
  return isFor && one.agreedFeeBasisPoints >= 350 && one.ceilingMinor > one.usedMinor
    ? one.ceilingMinor - one.usedMinor
    : 0n;
}

interface Asking {
  readonly draw: DrawState;
  readonly availableMinor: bigint;
  readonly askedMinor: bigint;
}

/** Returns what a payment draws under each ceiling; undefined if it is not covered. */
function expectedDraw({ draw, availableMinor, askedMinor }: Asking) {
  const lacksMinor = askedMinor > availableMinor ? askedMinor - availableMinor : 0n;
  const totalMinor = withDrawFee(lacksMinor, 350);
  const [ownMinor, generalMinor] = [leftAt(draw.keepAlive), leftAt(draw.general)];
  const isWithin = totalMinor <= draw.accountMinor && totalMinor <= ownMinor + generalMinor;
  if (lacksMinor > 0n && (draw.isStopped || !isWithin)) {
    return undefined;
  }
  const keptMinor = lesser(totalMinor, ownMinor);
  return { keptMinor, generalMinor: totalMinor - keptMinor };
}

describe("a decision on a card with merchants to keep paid", () => {
  const askings = fc.record({ draw: drawStates, availableMinor: amount, askedMinor: amount });

  test("approves what card, account and both ceilings cover, the own ceiling first", () => {
    fc.assert(
      fc.property(askings, (asking) => {
        const { draw, availableMinor, askedMinor } = asking;
        const event = { ...payment, amountMinor: askedMinor };
        const decision = decide({ ...card, availableMinor, draw }, event, time);
        const expected = expectedDraw(asking);
        expect(decision.decision).toBe(expected === undefined ? "decline" : "approve");
        const guards = decision.journals.flatMap((one) => one.guards);
        const guardOf = (window: string) =>
          guards.find((guard) => guard.window === `${window}:2026-11-21`);
        const [own, general] = [guardOf("keep-alive"), guardOf("draw")];
        expect(own?.amountMinor ?? 0n).toBe(expected?.keptMinor ?? 0n);
        expect(general?.amountMinor ?? 0n).toBe(expected?.generalMinor ?? 0n);
        expect(own?.maxAmountMinor).toBe(own && draw.keepAlive?.ceilingMinor);
        expect(general?.maxAmountMinor).toBe(general && draw.general?.ceilingMinor);
      }),
    );
  });

  test("approves in part what is covered, and says which ceiling fails otherwise", () => {
    fc.assert(
      fc.property(askings, ({ draw, availableMinor, askedMinor }) => {
        const state = { ...card, availableMinor, draw };
        const event = { ...payment, amountMinor: askedMinor, takesPart: true };
        const { approvedMinor } = decide(state, event, time);
        const whole = decide(state, { ...payment, amountMinor: approvedMinor }, time);
        expect(whole.decision).toBe("approve");
        if (approvedMinor < askedMinor) {
          const more = decide(state, { ...payment, amountMinor: approvedMinor + 1n }, time);
          expect(more.code).toBe("insufficient_card_balance");
          const own = more.trace.find(({ check }) => check === "keep_alive");
          expect(own?.passed ?? false).toBe(false);
          expect(own === undefined).toBe(draw.keepAlive?.merchants?.includes("Adobe") !== true);
        }
      }),
    );
  });

  test("never passes rules, limits, freezes or a closed card, whatever its ceilings", () => {
    const draw: DrawState = {
      ...{ accountMinor: 5_000n, isStopped: false, feeBasisPoints: 0, general: null },
      keepAlive: {
        ...{ ceilingMinor: 5_000n, usedMinor: 0n, agreedFeeBasisPoints: 0 },
        merchants: ["Adobe"],
      },
    };
    const kept = { ...card, draw };
    expect(decide(kept, payment, time).decision).toBe("approve");
    const states: readonly CardState[] = [
      { ...kept, frozenBy: ["operator"] },
      { ...kept, frozenBy: ["schedule"] },
      { ...kept, isClosed: true },
      { ...kept, underReview: true },
      { ...kept, owedMinor: 1n },
      { ...kept, limits: { ...kept.limits, dailyMinor: 999n } },
      { ...kept, ownLimits: { perTransactionMinor: 999n, dailyMinor: null, monthlyMinor: null } },
      { ...kept, draw: { ...draw, isStopped: true } },
      { ...kept, draw: { ...draw, feeBasisPoints: 1 } },
      { ...kept, draw: { ...draw, accountMinor: 999n } },
    ];
    for (const state of states) {
      expect(decide(state, payment, time).decision).toBe("decline");
    }
  });
});
