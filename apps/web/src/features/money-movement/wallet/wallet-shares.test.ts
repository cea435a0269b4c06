import { expect, test } from "vitest";
import { walletShares } from "./wallet-shares.ts";

const usd = { currency: "USD" } as const;

test("walletShares returns whole percentages that add up to 100", () => {
  expect(walletShares({ ...usd, cards: "12480.36", account: "8640.00" })).toEqual({
    cards: 59,
    account: 41,
  });
  expect(walletShares({ ...usd, cards: "1.00", account: "1.01" })).toEqual({
    cards: 50,
    account: 50,
  });
});

test("walletShares returns zero for an empty wallet and for debt", () => {
  expect(walletShares({ ...usd, cards: "0.00", account: "0.00" })).toEqual({
    cards: 0,
    account: 0,
  });
  expect(walletShares({ ...usd, cards: "-5.00", account: "10.00" })).toEqual({
    cards: 0,
    account: 100,
  });
});
