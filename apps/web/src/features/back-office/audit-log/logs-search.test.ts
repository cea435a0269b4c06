import { expect, test } from "vitest";
import { filtersOf } from "./logs-search.ts";

test("A URL without parameters sets no log filters", () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ open: "log_1" })).toEqual({});
});

test("Invalid log filters in a URL are ignored", () => {
  expect(filtersOf({ category: "weather", outcome: "maybe", month: "2026-13", q: "  " })).toEqual(
    {},
  );
});

test("A date range in the log includes its entire last day", () => {
  const { from, to } = filtersOf({ from: "2026-11-20", to: "2026-11-20" });
  expect(new Date(to ?? 0).getTime() - new Date(from ?? 0).getTime()).toBe(86_400_000);
});

test("A URL can combine several log filters", () => {
  expect(
    filtersOf({ category: "card", outcome: "refused", cardId: "card_1", q: " fire " }),
  ).toEqual({ category: "card", outcome: "refused", cardId: "card_1", q: "fire" });
});
