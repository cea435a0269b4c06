import { expect, test } from "vitest";
import { nextSort, sortRows } from "./sort-rows.ts";
import type { CellValue, SortDirection } from "./table-columns.ts";

interface Row {
  readonly id: string;
  readonly cell: CellValue;
}

const column = { value: (row: Row) => row.cell };

function idsOf(cells: Readonly<Record<string, CellValue>>, direction: SortDirection): string {
  const rows = Object.entries(cells).map(([id, cell]) => ({ id, cell }));
  return sortRows(rows, column, direction, "en")
    .map(({ id }) => id)
    .join(" ");
}

const usd = (amount: string) => ({ amount, currency: "USD" });

test("amounts sort by their exact value rather than as text or floating-point numbers", () => {
  const cells = {
    ten: usd("10.00"),
    nine: usd("9.00"),
    debt: usd("-182.40"),
    large: usd("9007199254740993.01"),
    larger: usd("9007199254740993.02"),
    crypto: usd("9.000001"),
  };
  expect(idsOf(cells, "ascending")).toBe("debt nine crypto ten large larger");
  expect(idsOf(cells, "descending")).toBe("larger large ten crypto nine debt");
});

test("amounts in several currencies sort separately for each currency", () => {
  const cells = {
    usd5: usd("5.00"),
    eur9: { amount: "9.00", currency: "EUR" },
    usd7: usd("7.00"),
    eur1: { amount: "1.00", currency: "EUR" },
  };
  expect(idsOf(cells, "ascending")).toBe("eur1 eur9 usd5 usd7");
  expect(idsOf(cells, "descending")).toBe("eur9 eur1 usd7 usd5");
});

test("empty cells come last in both directions", () => {
  const cells = { none: null, b: "b", empty: "", a: "a" };
  expect(idsOf(cells, "ascending")).toBe("a b none empty");
  expect(idsOf(cells, "descending")).toBe("b a none empty");
});

test("equal rows keep their loaded order in both directions", () => {
  const cells = { first: "same", second: "same", third: "other", fourth: "same" };
  expect(idsOf(cells, "ascending")).toBe("third first second fourth");
  expect(idsOf(cells, "descending")).toBe("first second fourth third");
});

test("times sort chronologically, regardless of their UTC offsets", () => {
  const cells = {
    later: { at: "2026-11-24T10:00:00Z" },
    earlier: { at: "2026-11-24T11:00:00+08:00" },
    unreadable: { at: "soon" },
  };
  expect(idsOf(cells, "ascending")).toBe("earlier later unreadable");
});

test("text sorts by the rules of the reader's language, with numbers in it sorted by value", () => {
  const cells = { ten: "Card 10", two: "card 2", umlaut: "Äpfel", z: "Zoo" };
  expect(idsOf(cells, "ascending")).toBe("umlaut two ten z");
});

test("the first click sorts in the column's default direction, the next one in reverse", () => {
  const amount = { id: "amount", firstDirection: "descending" } as const;
  const loaded = { columnId: "time", direction: "descending" } as const;
  const first = nextSort(amount, loaded);
  expect(first).toEqual({ columnId: "amount", direction: "descending" });
  expect(nextSort(amount, first)).toEqual({ columnId: "amount", direction: "ascending" });
  expect(nextSort({ id: "title" }, first)).toEqual({ columnId: "title", direction: "ascending" });
});
