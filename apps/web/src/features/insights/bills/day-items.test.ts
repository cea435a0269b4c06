import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { expect, test } from "vitest";
import { dayItems } from "./day-items.ts";

function movement(id: string, day: number, amount: string, over: Partial<Movement> = {}): Movement {
  const eventAt = new Date(2026, 10, day, 12).toISOString();
  const money = { amount, fee: "0.00", currency: "USD" } as const;
  const base = { id, kind: "purchase", status: "completed", title: "" } as const;
  return { ...base, ...money, eventAt, createdAt: eventAt, ...over };
}

const list = [
  movement("a", 20, "-1284.55"),
  movement("b", 20, "139.00"),
  movement("c", 20, "-14.98", { status: "declined" }),
  movement("d", 20, "-5.00", { currency: "EUR" }),
  movement("e", 19, "-400.00", { status: "rejected" }),
];

test("A day's heading shows the total of its settled movements in each currency", () => {
  const [head] = dayItems(list, true);
  expect(head).toMatchObject({
    kind: "head",
    totals: [
      { currency: "USD", amount: "-1145.55" },
      { currency: "EUR", amount: "-5.00" },
    ],
  });
});

test("A day whose movements are not all loaded shows no total", () => {
  const heads = dayItems(list, false).filter((item) => item.kind === "head");
  expect(heads.map((head) => head.totals === undefined)).toEqual([false, true]);
});

test("Only the first movement of a day directly follows the day's heading", () => {
  const rows = dayItems(list, true).filter((item) => item.kind === "row");
  expect(rows.map((row) => row.firstOfDay)).toEqual([true, false, false, false, true]);
});
