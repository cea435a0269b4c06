import { expect, test } from "vitest";
import { latestMonths } from "../../../lib/time/days.ts";
import { filtersOf } from "./movement-search.ts";

test("filtersOf converts a month to its start and end in the reader's time zone", () => {
  const { from, to } = filtersOf({ month: "2026-12" });
  expect(new Date(from ?? "").getTime()).toBe(new Date(2026, 11, 1).getTime());
  expect(new Date(to ?? "").getTime()).toBe(new Date(2027, 0, 1).getTime());
});

test("filtersOf ignores invalid parameters, so that an outdated URL still shows a list", () => {
  const nonsense = {
    month: "2026-13",
    kind: "gift",
    status: "lost",
    currency: "ZZZ",
    q: "  ",
    min: "0.00",
    max: "1e3",
  };
  expect(filtersOf(nonsense)).toEqual({});
});

test("filtersOf converts every filter in the URL to a query parameter", () => {
  const search = {
    cardId: "card_1",
    kind: "refund",
    status: "completed",
    currency: "EUR",
    min: "0.50",
    max: "1000",
    q: "Ad",
  };
  expect(filtersOf(search)).toEqual({
    cardId: "card_1",
    kind: "refund",
    reads: "completed",
    currency: "EUR",
    minAmount: "0.50",
    maxAmount: "1000",
    q: "Ad",
  });
});

test("The month filter also offers months of the previous year", () => {
  expect(latestMonths(new Date(2026, 1, 28), 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
});
