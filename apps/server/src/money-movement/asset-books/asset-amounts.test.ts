import fc from "fast-check";
import { expect, test } from "vitest";
import { creditAfter } from "../deposits/deposit.policy.ts";
import { priceWithdrawal } from "../payouts/withdrawal-terms.policy.ts";
import { withSpread } from "../rates/rate-bounds.policy.ts";
import {
  type AssetEffects,
  assetLegs,
  formatMicro,
  microOf,
  microOfMinor,
  minorOfMicro,
  paidEffects,
  receivedEffects,
  reversedEffects,
} from "./asset-amounts.ts";

const ACCOUNTS = { fees: 400n, chain_clearing: 401n, fx_position: 402n, dust: 403n } as const;

/** Returns by how much each account's balance changes. */
function changesOf(effects: AssetEffects): Record<keyof typeof ACCOUNTS, bigint> {
  const changeOf = (account: bigint) =>
    assetLegs(ACCOUNTS, effects).reduce(
      (sum, { debit, credit, amountMinor }) =>
        sum + (credit === account ? amountMinor : 0n) - (debit === account ? amountMinor : 0n),
      0n,
    );
  const { fees, chain_clearing, fx_position, dust } = ACCOUNTS;
  return {
    ...{ fees: changeOf(fees), chain_clearing: changeOf(chain_clearing) },
    ...{ fx_position: changeOf(fx_position), dust: changeOf(dust) },
  };
}

test("asset amounts: a token with 18 decimals is booked with 6, rounded down", () => {
  expect(microOf({ raw: 12_345_678_999_999_999_999n, decimals: 18 })).toBe(12_345_678n);
  expect(microOf({ raw: 12_345_678n, decimals: 6 })).toBe(12_345_678n);
  expect(microOf({ raw: 1_234n, decimals: 2 })).toBe(12_340_000n);
});

test("asset amounts: an exact amount is written with two to six decimals", () => {
  const written = [0n, 12_340_000n, 12_345_000n, 12_345_678n, -6_000n, 500_000_000n];
  expect(written.map(formatMicro)).toEqual([
    ...["0.00", "12.34", "12.345", "12.345678", "-0.006", "500.00"],
  ]);
});

test("asset amounts: a whole payment is exchanged, and its remainder kept", () => {
  const { carriedMinor, effects } = receivedEffects({
    ...{ micro: 12_345_678n, amountMinor: 1_234n, costMinor: 0n, dustMicro: 0n },
  });
  expect(carriedMinor).toBe(0n);
  expect(changesOf(effects)).toEqual({
    ...{ chain_clearing: -12_345_678n, fx_position: 12_340_000n, dust: 5_678n, fees: 0n },
  });
});

test("asset amounts: remainders of two payments that make a hundredth are exchanged", () => {
  const { carriedMinor, effects } = receivedEffects({
    ...{ micro: 12_345_678n, amountMinor: 1_234n, costMinor: 0n, dustMicro: 5_678n },
  });
  expect(carriedMinor).toBe(1n);
  expect(changesOf(effects)).toEqual({
    ...{ chain_clearing: -12_345_678n, fx_position: 12_350_000n, dust: -4_322n, fees: 0n },
  });
});

test("asset amounts: a negative remainder is filled up and takes nothing from a payment", () => {
  const { carriedMinor, effects } = receivedEffects({
    ...{ micro: 12_345_678n, amountMinor: 1_234n, costMinor: 0n, dustMicro: -9_999n },
  });
  expect([carriedMinor, effects.sold, effects.dust]).toEqual([0n, 12_340_000n, 5_678n]);
});

test("asset amounts: the cost of a recovery goes to the asset's fees", () => {
  const { effects } = receivedEffects({
    ...{ micro: 12_345_678n, amountMinor: 1_234n, costMinor: 500n, dustMicro: 0n },
  });
  expect(changesOf(effects)).toEqual({
    ...{ chain_clearing: -12_345_678n, fx_position: 7_340_000n, dust: 5_678n, fees: 5_000_000n },
  });
});

test("asset amounts: an amount above the most that one transfer moves is split", () => {
  const legs = assetLegs(ACCOUNTS, paidEffects(25_000_000_000n));
  expect(legs.map(({ debit, credit }) => [debit, credit])).toEqual([
    [402n, 401n],
    [402n, 401n],
    [402n, 401n],
  ]);
  expect(changesOf(paidEffects(25_000_000_000n)).fx_position).toBe(-250_000_000_000_000n);
});

const amount = fc.bigInt({ min: 10_000n, max: 10n ** 12n });

test("asset amounts: any sequence of payments keeps less than a hundredth", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (payments) => {
      let dustMicro = 0n;
      let soldMicro = 0n;
      for (const micro of payments) {
        const amountMinor = minorOfMicro(micro);
        const { effects } = receivedEffects({ micro, amountMinor, costMinor: 0n, dustMicro });
        dustMicro += effects.dust;
        soldMicro += effects.sold;
        const undone = changesOf(reversedEffects(effects));
        for (const [name, change] of Object.entries(changesOf(effects))) {
          expect(undone[name as keyof typeof ACCOUNTS]).toBe(-change);
        }
      }
      expect(dustMicro).toBeGreaterThanOrEqual(0n);
      expect(dustMicro).toBeLessThan(microOfMinor(1n));
      expect(soldMicro + dustMicro).toBe(payments.reduce((sum, micro) => sum + micro, 0n));
    }),
  );
});

// A smaller payment can round to nothing, and is then credited with one minor unit.
test("asset amounts: withdrawing all that was deposited never gains", () => {
  const atLeastOne = fc.bigInt({ min: 1_000_000n, max: 10n ** 12n });
  const asked = fc.record({
    payments: fc.array(atLeastOne, { minLength: 1, maxLength: 5 }),
    midScaled: fc.bigInt({ min: 10_000_000n, max: 1_000_000_000n }),
    spread: fc.integer({ min: 0, max: 3_000 }),
  });
  const network = { costMinor: 0n, minimumMinor: 0n };
  fc.assert(
    fc.property(asked, ({ payments, midScaled, spread }) => {
      const depositRate = withSpread(midScaled, spread, "deposit");
      const rateScaled = withSpread(midScaled, spread, "withdrawal");
      let dustMicro = 0n;
      let balanceMinor = 0n;
      for (const micro of payments) {
        const amountMinor = minorOfMicro(micro);
        const received = receivedEffects({ micro, amountMinor, costMinor: 0n, dustMicro });
        dustMicro += received.effects.dust;
        const credited = { amountMinor: amountMinor + received.carriedMinor, costMinor: 0n };
        balanceMinor += creditAfter(credited, depositRate);
      }
      const withdrawn = { amountMinor: balanceMinor, feeBasisPoints: 0, rateScaled, network };
      const { receiveMinor = 0n } = priceWithdrawal(withdrawn) ?? {};
      const paidIn = payments.reduce((sum, micro) => sum + micro, 0n);
      expect(microOfMinor(receiveMinor)).toBeLessThanOrEqual(paidIn);
    }),
  );
});
