import fc from "fast-check";
import { expect, test } from "vitest";
import { isWorthSweeping, planSweep, type Sweepable } from "./sweep-plan.policy.ts";

const USDT = `0x${"1".repeat(40)}`;
const USDC = `0x${"2".repeat(40)}`;
const COLD = `0x${"c".repeat(40)}`;
const HOT = { address: `0x${"a".repeat(40)}`, contract: USDT, heldRaw: 0n, ceilingRaw: 1_000n };
const PRICE = 10n;

function holding(pathIndex: number, amountRaw: bigint, more: Partial<Sweepable> = {}): Sweepable {
  return {
    address: `0x${String(pathIndex).padStart(40, "0")}`,
    ...{ cell: 1, pathIndex, asset: "USDT", contract: USDT, decimals: 6, amountRaw },
    ...{ usedNonces: 0, coinWei: 0n, gasLimit: 50n },
    ...more,
  };
}

test("sweep plan: fills the hot wallet up to its ceiling, largest first, then the cold one", () => {
  const found = [holding(1, 300n), holding(2, 900n), holding(3, 100n)];
  const { transfers } = planSweep(found, { hot: HOT, cold: COLD }, PRICE);
  expect(transfers.map(({ pathIndex, destination }) => [pathIndex, destination])).toEqual([
    [2, HOT.address],
    [1, COLD],
    [3, HOT.address],
  ]);
});

test("sweep plan: without a cold wallet, everything goes to the hot one", () => {
  const { transfers } = planSweep([holding(1, 5_000n)], { hot: HOT, cold: undefined }, PRICE);
  expect(transfers).toMatchObject([{ destination: HOT.address }]);
});

test("sweep plan: a token that the hot wallet does not pay goes to the cold one, or stays", () => {
  const usdc = holding(1, 10n, { contract: USDC, asset: "USDC" });
  const { transfers } = planSweep([usdc], { hot: HOT, cold: COLD }, PRICE);
  expect(transfers).toMatchObject([{ destination: COLD }]);
  const without = planSweep([usdc], { hot: HOT, cold: undefined }, PRICE);
  expect(without).toEqual({
    ...{ transfers: [], funding: [], feesWei: 0n },
    withoutWallet: [usdc.address],
  });
});

test("sweep plan: an address with two tokens gets two nonces, and the coin that it lacks", () => {
  const both = { usedNonces: 7, coinWei: 300n };
  const found = [
    holding(1, 20n, both),
    holding(1, 30n, { ...both, contract: USDC, asset: "USDC", gasLimit: 60n }),
    holding(2, 10n, { coinWei: 501n }),
  ];
  const plan = planSweep(found, { hot: HOT, cold: COLD }, PRICE);
  expect(plan.transfers.map(({ asset, nonce }) => [asset, nonce])).toEqual([
    ["USDC", 7],
    ["USDT", 8],
    ["USDT", 0],
  ]);
  expect(plan.feesWei).toBe(1_600n);
  expect(plan.funding).toEqual([{ address: found[0]?.address, wei: 800n }]);
});

test("sweep plan: only what reaches the minimum is worth a transaction", () => {
  expect(isWorthSweeping({ amountRaw: 49_999_999n, decimals: 6 }, 5_000n)).toBe(false);
  expect(isWorthSweeping({ amountRaw: 50_000_000n, decimals: 6 }, 5_000n)).toBe(true);
  expect(isWorthSweeping({ amountRaw: 0n, decimals: 6 }, 0n)).toBe(false);
});

test("sweep plan: moves each balance once and whole, and never overfills the hot wallet", () => {
  const one = fc.record({
    amountRaw: fc.bigInt(1n, 2_000n),
    usedNonces: fc.nat(5),
    coinWei: fc.bigInt(0n, 1_000n),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.bigInt(0n, 1_500n), (list, heldRaw) => {
      const found = list.map(({ amountRaw, ...more }, place) => holding(place, amountRaw, more));
      const hot = { ...HOT, heldRaw };
      const { transfers, funding } = planSweep(found, { hot, cold: COLD }, PRICE);
      const byPath = transfers.toSorted((a, b) => a.pathIndex - b.pathIndex);
      expect(byPath.map(({ amountRaw }) => amountRaw)).toEqual(list.map((l) => l.amountRaw));
      const toHot = transfers
        .filter(({ destination }) => destination === hot.address)
        .reduce((sum, { amountRaw }) => sum + amountRaw, 0n);
      expect(toHot === 0n || heldRaw + toHot <= hot.ceilingRaw).toBe(true);
      for (const { address, coinWei, gasLimit } of transfers) {
        const given = funding.find((need) => need.address === address)?.wei ?? 0n;
        expect(coinWei + given).toBeGreaterThanOrEqual(gasLimit * PRICE);
      }
    }),
  );
});
