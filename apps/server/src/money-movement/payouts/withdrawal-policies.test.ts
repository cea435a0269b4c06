import { RATE_SCALE } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areLookalikes } from "./addresses/lookalikes.policy.ts";
import { readObservation } from "./send/payout-observation.policy.ts";
import {
  countedOf,
  lockedUntil,
  needsTwo,
  paysNoMoreThan,
  priceWithdrawal,
  receivedOf,
  reviewReasons,
} from "./withdrawal-terms.policy.ts";

const network = { costMinor: 100n, minimumMinor: 1_000n };
const rate = fc.bigInt(RATE_SCALE / 10n, RATE_SCALE * 10n);

describe("an old rate", () => {
  const amount = fc.bigInt(1n, 10_000_000n);
  test("is honored only if the current rate would send at least as much", () => {
    fc.assert(
      fc.property(amount, rate, rate, (amountMinor, today, quoted) => {
        if (paysNoMoreThan(today, quoted)) {
          expect(receivedOf(amountMinor, quoted)).toBeLessThanOrEqual(
            receivedOf(amountMinor, today),
          );
        }
        expect(paysNoMoreThan(today, today)).toBe(true);
      }),
    );
  });
});

describe("a withdrawal's price", () => {
  test("is the amount plus one percent and the network fee", () => {
    const asked = { amountMinor: 5_000n, feeBasisPoints: 100, rateScaled: RATE_SCALE, network };
    expect(priceWithdrawal(asked)).toEqual({
      feeMinor: 50n,
      networkFeeMinor: 100n,
      totalMinor: 5_150n,
      receiveMinor: 5_000n,
    });
  });

  test("never sends more than was taken, and never takes less than the cost", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 1_000_000_000n), rate, (amountMinor, rateScaled) => {
        const receiveMinor = receivedOf(amountMinor, rateScaled);
        expect(receiveMinor * rateScaled).toBeLessThanOrEqual(amountMinor * RATE_SCALE);
        const counted = countedOf(amountMinor, rateScaled);
        expect(counted).toBeGreaterThanOrEqual(receiveMinor);
        const asked = { amountMinor, feeBasisPoints: 100, rateScaled, network };
        const price = priceWithdrawal(asked);
        if (price !== undefined) {
          expect(price.feeMinor * 100n).toBeGreaterThanOrEqual(amountMinor);
          expect(price.networkFeeMinor * RATE_SCALE).toBeGreaterThanOrEqual(100n * rateScaled);
        }
      }),
    );
  });

  test.each([
    [999n, undefined],
    [1_000n, 1_000n],
    [10_000_000n, 10_000_000n],
    [10_000_001n, undefined],
  ])("for %s is within the bounds or absent", (amountMinor, receiveMinor) => {
    const asked = { amountMinor, feeBasisPoints: 100, rateScaled: RATE_SCALE, network };
    expect(priceWithdrawal(asked)?.receiveMinor).toBe(receiveMinor);
  });
});

describe("a payout provider's status", () => {
  const seen = (status: string, confirmations = 0) =>
    readObservation({ status, confirmations, transactionHash: null }, 20);

  test.each(["pending", "processing", "unknown", "reviewing", "in-review", "in_review", "queued"])(
    "%s means in progress",
    (word) => expect(seen(word)).toEqual({ event: "accepted", isKnown: true }),
  );
  test.each(["success", "succeeded", "completed"])("%s means paid once it is final", (word) => {
    expect(seen(word, 20).event).toBe("confirmed");
    expect(seen(word, 19).event).toBe("accepted");
  });
  test.each(["failed", "error", "cancelled", "canceled", "expired"])("%s means failed", (word) =>
    expect(seen(word).event).toBe("failed"),
  );
  test.each(["declined", "rejected", "refused"])("%s means declined", (word) =>
    expect(seen(word).event).toBe("declined"),
  );
  test.each(["", "DONE", "held_by_treasury", "__proto__", "constructor"])(
    "%j is unknown and changes nothing",
    (word) => expect(seen(word, 99)).toEqual({ event: undefined, isKnown: false }),
  );
});

describe("look-alike addresses", () => {
  test.each([
    ["TKx1AAAAAAAAAAAAAAAAAAAAAAAAAAz9Qp", "TKx1BBBBBBBBBBBBBBBBBBBBBBBBBBz9Qp", false],
    ["TKx1pAAAAAAAAAAAAAAAAAAAAAAAAAz9Qp", "TKx1pBBBBBBBBBBBBBBBBBBBBBBBBBz9Qp", true],
    [
      "0xAbCd000000000000000000000000000000001234",
      "0xabCD111111111111111111111111111111111234",
      true,
    ],
    [
      "0xAbCd000000000000000000000000000000001234",
      "0xAbCd000000000000000000000000000000001234",
      false,
    ],
    [
      "0xAbCd000000000000000000000000000000001234",
      "0xabCe111111111111111111111111111111111234",
      false,
    ],
    ["0xAbCd000000000000000000000000000000001234", "TAbCdBBBBBBBBBBBBBBBBBBBBBBBBB1234", false],
  ])("%s and %s: %s", (one, other, expected) => {
    expect(areLookalikes(one, other)).toBe(expected);
    expect(areLookalikes(other, one)).toBe(expected);
  });
});

describe("the reasons for a review", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const thresholds = { reviewAboveMinor: 100_000n, twoAboveMinor: 1_000_000n };
  const facts = {
    countedMinor: 9_999n,
    customerSince: daysAgo(1),
    addressSince: daysAgo(1),
    isAddressProven: false,
    isFlagged: false,
    now,
  };

  test.each([
    [{}, []],
    [{ isFlagged: true }, ["flagged"]],
    [{ countedMinor: 10_000n }, ["young_account", "new_address"]],
    [{ countedMinor: 10_000n, customerSince: daysAgo(7) }, ["new_address"]],
    [{ countedMinor: 10_000n, customerSince: daysAgo(7), isAddressProven: true }, []],
    [{ countedMinor: 100_000n, customerSince: daysAgo(8), addressSince: daysAgo(8) }, []],
    [
      { countedMinor: 100_001n, customerSince: daysAgo(8), addressSince: daysAgo(8) },
      ["over_threshold"],
    ],
  ])("for %o are %o", (over, expected) => {
    expect(reviewReasons({ ...facts, ...over }, thresholds)).toEqual(expected);
  });

  test("withdrawal reviews: only amounts above the second threshold need two operators", () => {
    expect(needsTwo(1_000_000n, thresholds)).toBe(false);
    expect(needsTwo(1_000_001n, thresholds)).toBe(true);
  });

  test("withdrawals: a password change locks withdrawals for exactly one day", () => {
    const changedAt = daysAgo(1);
    expect(lockedUntil(changedAt, now)).toBeUndefined();
    const later = new Date(changedAt.getTime() + 1);
    expect(lockedUntil(later, now)).toEqual(new Date(now.getTime() + 1));
    expect(lockedUntil(null, now)).toBeUndefined();
  });
});
