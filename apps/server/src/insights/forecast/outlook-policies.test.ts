import { DECLINES } from "@tessera/contract/errors/declines";
import {
  DECLINE_SHARE_BASIS_POINTS,
  DECLINE_SHARE_PAYMENTS_MIN,
} from "@tessera/contract/insights/forecast-figures";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { declineGroupOf } from "./decline-groups.policy.ts";
import { declineShare } from "./decline-share.policy.ts";
import { isReleaseDue, withHeld } from "./hold-forecast.policy.ts";
import { type Charge, forecastUntil, likelyCharges } from "./likely-charges.policy.ts";
import { reserveOf, safeToSpend } from "./safe-to-spend.policy.ts";

describe("safe to spend", () => {
  test("is what remains of the balance, or zero with the shortfall", () => {
    const terms = { heldMinor: 30n, reserveMinor: 6n, forecastMinor: 20n };
    expect(safeToSpend({ ...terms, balanceMinor: 100n })).toEqual({
      safeMinor: 44n,
      shortMinor: 0n,
    });
    expect(safeToSpend({ ...terms, balanceMinor: 56n })).toEqual({ safeMinor: 0n, shortMinor: 0n });
    expect(safeToSpend({ ...terms, balanceMinor: 55n })).toEqual({ safeMinor: 0n, shortMinor: 1n });
  });

  test("is never negative, and never exceeds the posted balance minus holds", () => {
    const minor = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(minor, minor, minor, minor, minor, (posted, owed, held, reserve, forecast) => {
        const { safeMinor, shortMinor } = safeToSpend({
          balanceMinor: posted - owed,
          heldMinor: held,
          reserveMinor: reserve,
          forecastMinor: forecast,
        });
        expect(safeMinor >= 0n && shortMinor >= 0n).toBe(true);
        expect(safeMinor === 0n || safeMinor <= posted - held).toBe(true);
        expect(safeMinor - shortMinor).toBe(posted - owed - held - reserve - forecast);
      }),
    );
  });

  test("reserves the amount that a clearing can add, even after a partial clearing", () => {
    const whole = { authorizedMinor: 100n, clearedMinor: 0n, heldMinor: 100n };
    expect(reserveOf(whole, 20n)).toBe(20n);
    expect(reserveOf({ ...whole, clearedMinor: 40n, heldMinor: 60n }, 20n)).toBe(20n);
    // An advice for which only part of the amount could be held.
    expect(reserveOf({ ...whole, heldMinor: 70n }, 20n)).toBe(50n);
    expect(reserveOf({ ...whole, clearedMinor: 130n, heldMinor: 1n }, 20n)).toBe(0n);
  });
});

describe("a hold", () => {
  test("expires exactly at its expiry time, as in the ledger", () => {
    const releaseBy = new Date("2026-11-28T10:00:00.000Z");
    expect(isReleaseDue(releaseBy, new Date("2026-11-28T09:59:59.999Z"))).toBe(false);
    expect(isReleaseDue(releaseBy, new Date("2026-11-28T10:00:00.000Z"))).toBe(true);
  });

  test("keeps its amount through a step that does not change it", () => {
    const steps = ["100", "150", null, "90", null].map((left) => ({
      left: left === null ? null : { hold: left },
    }));
    expect(withHeld(steps).map(({ heldMinor }) => heldMinor)).toEqual([100n, 150n, 150n, 90n, 90n]);
  });
});

test("a hold adds up what each hold of a payment has left", () => {
  const steps = [{ left: { a: "100" } }, { left: { b: "30" } }, { left: { a: "0" } }];
  expect(withHeld(steps).map(({ heldMinor }) => heldMinor)).toEqual([100n, 130n, 30n]);
});

describe("declines", () => {
  test("are grouped by reason, and hidden or unknown reasons count as other", () => {
    for (const [code, { explained }] of Object.entries(DECLINES)) {
      expect(explained || declineGroupOf(code) === "other").toBe(true);
    }
    expect(declineGroupOf("insufficient_card_balance")).toBe("balance");
    expect(declineGroupOf("limit_day")).toBe("limits");
    expect(declineGroupOf("merchant_blocked")).toBe("rules");
    expect(declineGroupOf("currency_blocked")).toBe("rules");
    expect(declineGroupOf("rate_unavailable")).toBe("other");
    expect(declineGroupOf("toString")).toBe("other");
    expect(declineGroupOf(null)).toBe("other");
  });

  test.each([
    [0, 0, null, "unrated", { basisPoints: 1_000, declines: 10 }],
    [9, 9, 10_000, "unrated", { basisPoints: 1_000, declines: 1 }],
    [10, 0, 0, "calm", { basisPoints: 1_000, declines: 2 }],
    [10, 1, 1_000, "watch", { basisPoints: 2_500, declines: 2 }],
    [11, 1, 909, "calm", { basisPoints: 1_000, declines: 1 }],
    [1_000, 99, 990, "calm", { basisPoints: 1_000, declines: 2 }],
    [1_000, 100, 1_000, "watch", { basisPoints: 2_500, declines: 200 }],
    [12, 2, 1_666, "watch", { basisPoints: 2_500, declines: 2 }],
    [12, 3, 2_500, "high", null],
  ])(
    "have the published warning level: %i payments, %i declined",
    (payments, declined, basisPoints, level, next) => {
      expect(declineShare({ payments, declined })).toEqual({ basisPoints, level, next });
    },
  );

  test("reach the next level exactly when predicted", () => {
    const month = fc
      .nat({ max: 400 })
      .chain((payments) =>
        fc.record({ payments: fc.constant(payments), declined: fc.nat({ max: payments }) }),
      );
    fc.assert(
      fc.property(month, ({ payments, declined }) => {
        const { level, next } = declineShare({ payments, declined });
        const after = (more: number) =>
          declineShare({ payments: payments + more, declined: declined + more }).level;
        if (next === null) {
          expect(level).toBe("high");
          return;
        }
        const higher = next.basisPoints === DECLINE_SHARE_BASIS_POINTS.high;
        const reached = higher ? ["high"] : ["watch", "high"];
        expect(reached).toContain(after(next.declines));
        expect(reached).not.toContain(after(next.declines - 1));
        expect(payments + next.declines).toBeGreaterThanOrEqual(DECLINE_SHARE_PAYMENTS_MIN);
      }),
    );
  });
});

describe("merchants likely to charge", () => {
  const TODAY = "2026-11-21";
  let charges = 0;
  function charge(day: string, amountMinor = 1_000n): Charge {
    charges += 1;
    return { id: `charge ${charges}`, at: new Date(`${day}T12:00:00Z`), day, amountMinor };
  }
  const monthly = (date: string) =>
    ["2026-08", "2026-09", "2026-10"].map((month) => charge(`${month}-${date}`));

  test("are those with recurring charges, and those that retried after a decline", () => {
    const found = likelyCharges(
      [
        { title: "Later", paid: monthly("28"), declined: [] },
        { title: "Sooner", paid: monthly("23"), declined: [] },
        { title: "Once declined", paid: [], declined: [charge("2026-11-20")] },
        {
          title: "Back again",
          paid: [],
          declined: [charge("2026-11-19"), charge("2026-11-20", 1_200n)],
        },
        {
          title: "Paid since",
          paid: [charge("2026-11-20")],
          declined: [charge("2026-11-18"), charge("2026-11-19")],
        },
      ],
      TODAY,
    );
    expect(found.map(({ title, tries, amountMinor }) => [title, tries, amountMinor])).toEqual([
      ["Back again", 2, 1_200n],
      ["Sooner", 0, 1_000n],
      ["Later", 0, 1_000n],
    ]);
  });

  test("include a merchant with recurring charges after one decline, with its amount", () => {
    const declined = [charge("2026-11-20", 1_500n)];
    const [found] = likelyCharges([{ title: "Due", paid: monthly("20"), declined }], TODAY);
    expect(found).toMatchObject({ tries: 1, amountMinor: 1_500n, last: declined[0] });
    expect(found?.recurrence?.expectedOn).toBe("2026-11-20");
  });

  test("include overdue charges and those up to the last day, but no retries", () => {
    const found = likelyCharges(
      [
        { title: "Overdue", paid: monthly("20"), declined: [] },
        { title: "Last day", paid: monthly("27"), declined: [] },
        { title: "A day later", paid: monthly("28"), declined: [] },
        { title: "Tried", paid: [], declined: [charge("2026-11-19"), charge("2026-11-20")] },
      ],
      TODAY,
    );
    const forecast = forecastUntil(found, "2026-11-27");
    expect(forecast.map(({ likely, on }) => [likely.title, on])).toEqual([
      ["Overdue", "2026-11-20"],
      ["Last day", "2026-11-27"],
    ]);
  });
});
