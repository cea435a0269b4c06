import { describe, expect, it } from "vitest";
import { creditToReverse, type NamedCredit } from "./reversal.policy.ts";

const CREDIT: NamedCredit = {
  state: "credited",
  customer_id: "anna",
  party_account: "DE01",
  transaction_ids: [],
};
const REVERSAL = { party_account: null, transaction_ids: [] };

describe("a reversal by the bank", () => {
  it("takes back the only credit that it names", () => {
    expect(creditToReverse(REVERSAL, [CREDIT])).toBe(CREDIT);
    expect(creditToReverse(REVERSAL, [])).toBeUndefined();
  });

  it("prefers the credit with the bank's id to one with the same id of the payer", () => {
    const meant = { ...CREDIT, transaction_ids: ["TX-1"], customer_id: "ben" };
    expect(creditToReverse({ ...REVERSAL, transaction_ids: ["TX-1"] }, [CREDIT, meant])).toBe(
      meant,
    );
  });

  it("prefers the credit of the same payer", () => {
    const meant = { ...CREDIT, party_account: "DE02", customer_id: "ben" };
    expect(creditToReverse({ ...REVERSAL, party_account: "DE02" }, [CREDIT, meant])).toBe(meant);
  });

  it("takes back none of two customers' credits that it cannot tell apart", () => {
    const other = { ...CREDIT, customer_id: "ben" };
    expect(creditToReverse(REVERSAL, [CREDIT, other])).toBeUndefined();
    // Neither does it if one of them has been taken back already: that one may be meant again.
    const reversed = { ...other, state: "reversed" } as const;
    expect(creditToReverse(REVERSAL, [CREDIT, reversed])).toBeUndefined();
  });

  it("takes back any of one customer's equal credits, and each of them once", () => {
    const reversed = { ...CREDIT, state: "reversed" } as const;
    expect(creditToReverse(REVERSAL, [reversed, CREDIT])).toBe(CREDIT);
    expect(creditToReverse(REVERSAL, [reversed, reversed])).toBeUndefined();
  });

  it.each(["returned", "reversed", "waiting"] as const)("takes back none that is %s", (state) => {
    expect(creditToReverse(REVERSAL, [{ ...CREDIT, state }])).toBeUndefined();
  });

  it.each(["reviewing", "unmatched", "returning"] as const)("ends one that is %s", (state) => {
    const credit = { ...CREDIT, state, customer_id: null };
    expect(creditToReverse(REVERSAL, [credit])).toBe(credit);
  });
});
