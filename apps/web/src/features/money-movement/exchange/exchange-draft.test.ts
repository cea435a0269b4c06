import { describe, expect, it } from "vitest";
import { firstDraft, hasAnyMoney, swapped, wantedBy, withAccount } from "./exchange-draft.ts";

const balances = (usd: string, cny: string, eur: string) =>
  [
    { currency: "USD", available: usd },
    { currency: "CNY", available: cny },
    { currency: "EUR", available: eur },
  ] as const;

describe("the exchange form", () => {
  it("begins with the first account that has money", () => {
    expect(firstDraft(balances("5.00", "0.00", "7.00"))).toMatchObject({ from: "USD", to: "EUR" });
    expect(firstDraft(balances("0.00", "5.00", "7.00"))).toMatchObject({ from: "CNY", to: "USD" });
    expect(firstDraft(balances("0.00", "0.00", "7.00"))).toMatchObject({ from: "EUR", to: "USD" });
    expect(hasAnyMoney(balances("0.00", "0.00", "0.00"))).toBe(false);
    expect(hasAnyMoney(balances("0.00", "0.01", "0.00"))).toBe(true);
  });

  it("keeps the typed amount in its currency when the accounts are swapped", () => {
    const draft = { from: "USD", to: "EUR", side: "sell", typed: "12.5" } as const;
    const other = swapped(draft);
    expect(other).toEqual({ from: "EUR", to: "USD", side: "buy", typed: "12.5" });
    expect(swapped(other)).toEqual(draft);
  });

  it("swaps the accounts if the other one is chosen, and never exchanges into the same", () => {
    const draft = { from: "USD", to: "EUR", side: "sell", typed: "" } as const;
    expect(withAccount(draft, "from", "EUR")).toMatchObject({ from: "EUR", to: "USD" });
    expect(withAccount(draft, "to", "USD")).toMatchObject({ from: "EUR", to: "USD" });
    expect(withAccount(draft, "to", "CNY")).toMatchObject({ from: "USD", to: "CNY" });
    expect(withAccount(draft, "from", "USD")).toBe(draft);
  });

  it("requests no quote without an amount", () => {
    const draft = { from: "USD", to: "EUR", side: "buy", typed: "0." } as const;
    expect(wantedBy(draft)).toBeUndefined();
    expect(wantedBy({ ...draft, typed: "7." })).toMatchObject({ side: "buy", amount: "7" });
  });
});
