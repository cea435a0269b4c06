import { expect, test } from "vitest";
import { filtersOf } from "./logs-search.ts";

test("an address that says nothing asks for everything", () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ open: "log_1" })).toEqual({});
});

test("what is no filter is as if it were not there", () => {
  expect(filtersOf({ category: "weather", outcome: "maybe", month: "2026-13", q: "  " })).toEqual(
    {},
  );
});

test("days are whole, from the first moment to the one behind the last", () => {
  const { from, to } = filtersOf({ from: "2026-11-20", to: "2026-11-20" });
  expect(new Date(to ?? 0).getTime() - new Date(from ?? 0).getTime()).toBe(86_400_000);
});

test("filters stand beside each other", () => {
  expect(
    filtersOf({ category: "card", outcome: "refused", cardId: "card_1", q: " fire " }),
  ).toEqual({ category: "card", outcome: "refused", cardId: "card_1", q: "fire" });
});
