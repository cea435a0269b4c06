import { MAX_AMOUNT_MINOR } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteTerms } from "./card-quote.policy.ts";

const balances = {
  accountAvailableMinor: 1_035_00n,
  cardPostedMinor: 60_00n,
  cardAvailableMinor: 50_00n,
  owedMinor: 0n,
};

describe("quote terms", () => {
  test("add a 3.5% load fee to the amount, up to the last cent in the account", () => {
    expect(quoteTerms("deposit", 1_000_00n, balances, 350)).toEqual({
      amountMinor: 1_000_00n,
      feeMinor: 35_00n,
      feeBasisPoints: 350,
      totalMinor: 1_035_00n,
      accountAfterMinor: 0n,
      cardAfterMinor: 1_060_00n,
    });
    expect(quoteTerms("deposit", 1_000_01n, balances, 350)).toBeUndefined();
  });

  test("make unloading free and exclude held money", () => {
    expect(quoteTerms("withdraw", 50_00n, balances, 350)).toMatchObject({
      feeMinor: 0n,
      feeBasisPoints: 0,
      totalMinor: 50_00n,
      accountAfterMinor: 1_085_00n,
      cardAfterMinor: 10_00n,
    });
    expect(quoteTerms("withdraw", 50_01n, balances, 350)).toBeUndefined();
  });

  test("repay a debt first if the card owes money", () => {
    const owing = { ...balances, cardPostedMinor: 0n, cardAvailableMinor: 0n, owedMinor: 30_00n };
    expect(quoteTerms("deposit", 20_00n, owing, 350)?.cardAfterMinor).toBe(-10_00n);
    expect(quoteTerms("deposit", 50_00n, owing, 350)?.cardAfterMinor).toBe(20_00n);
    const late = { ...owing, cardPostedMinor: 40_00n, cardAvailableMinor: 40_00n };
    expect(quoteTerms("withdraw", 10_01n, late, 350)).toBeUndefined();
  });

  test("add up to amount plus fee, and never overdraw the account", () => {
    const amount = fc.bigInt(1n, MAX_AMOUNT_MINOR);
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 10_000 }), (asked, has, rate) => {
        const state = { ...balances, accountAvailableMinor: has };
        const terms = quoteTerms("deposit", asked, state, rate);
        if (terms !== undefined) {
          expect(terms.totalMinor).toBe(terms.amountMinor + terms.feeMinor);
          expect(terms.accountAfterMinor).toBe(has - terms.totalMinor);
          expect(terms.accountAfterMinor).toBeGreaterThanOrEqual(0n);
        }
      }),
    );
  });
});
