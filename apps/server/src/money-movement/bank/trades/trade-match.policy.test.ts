import { describe, expect, it } from "vitest";
import { certainPairs, namesTrade, type TradePair } from "./trade-match.policy.ts";

const NOTHING = {
  entry_key: "S:B-1",
  end_to_end_id: null,
  transaction_ids: [],
  creditor_references: [],
  remittance: "",
};

function pair(id: string, movementId: string, over: Partial<TradePair> = {}): TradePair {
  return {
    entry: { ...NOTHING, id, booked_on: "2026-11-27", remittance: "Deal FX-1" },
    movementId,
    bankReference: "FX-1",
    recordedAt: new Date("2026-11-26T09:00:00Z"),
    ...over,
  };
}

describe("the reference of a trade", () => {
  it.each([
    ["in the text", { remittance: "Settlement of fx-1, value 27.11." }],
    ["as the bank's reference", { entry_key: "S:FX-1" }],
    ["as the end-to-end id", { end_to_end_id: "FX-1" }],
    ["as another id of the bank", { transaction_ids: ["TX-9", "FX-1"] }],
  ])("is found %s", (_, written) => {
    expect(namesTrade({ ...NOTHING, ...written }, "FX-1")).toBe(true);
  });

  it("is not found within a longer word", () => {
    for (const remittance of ["FX-12", "AFX-1", "FX-1é", ""]) {
      expect(namesTrade({ ...NOTHING, remittance }, "FX-1")).toBe(false);
    }
  });
});

describe("a pair of a transaction and a trade", () => {
  it("is certain if neither has another partner", () => {
    const pairs = [pair("a", "1"), pair("b", "2", { bankReference: "FX-2" })];
    expect(certainPairs(pairs).map(({ movementId }) => movementId)).toEqual(["1"]);
  });

  it("is left to operators if two transactions name one trade", () => {
    expect(certainPairs([pair("a", "1"), pair("b", "1")])).toEqual([]);
  });

  it("is left to operators if a transaction names two trades of its amount", () => {
    expect(certainPairs([pair("a", "1"), pair("a", "2")])).toEqual([]);
  });

  it("is left to operators if months lie between booking and recording", () => {
    expect(certainPairs([pair("a", "1", { recordedAt: new Date("2026-09-01") })])).toEqual([]);
  });
});
