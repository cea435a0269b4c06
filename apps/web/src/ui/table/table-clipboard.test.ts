import { expect, test } from "vitest";
import { clipboardTable, clipboardText } from "./table-clipboard.ts";
import type { TableColumn } from "./table-columns.ts";

interface Row {
  readonly at: string;
  readonly title: string;
  readonly amount: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: "time", label: "Time", value: ({ at }) => ({ at }) },
  { id: "title", label: "Description", value: ({ title }) => title },
  { id: "amount", label: "Amount", value: ({ amount }) => ({ amount, currency: "USD" }) },
  { id: "currency", label: "Currency", value: () => "USD", copyOnly: true },
];

const localNoon = new Date(2026, 10, 24, 12, 5, 9).toISOString();

test("a copied table has plain amounts with their currency next to them, and local times", () => {
  const rows = [{ at: localNoon, title: "Adobe", amount: "-1234.50" }];
  const { text } = clipboardTable(COLUMNS, rows, "Asia/Shanghai");
  expect(text.split("\n")).toEqual([
    "Time (Asia/Shanghai)\tDescription\tAmount\tCurrency",
    "2026-11-24 12:05:09\tAdobe\t-1234.50\tUSD",
  ]);
});

test("a copied table has HTML markup with escaped merchant names", () => {
  const rows = [{ at: localNoon, title: `<b onclick="x">R&D</b>`, amount: "12.00" }];
  const { html } = clipboardTable(COLUMNS, rows, "UTC");
  expect(html).toContain("<thead><tr><th>Time (UTC)</th>");
  expect(html).toContain("<td>&lt;b onclick=&quot;x&quot;&gt;R&amp;D&lt;/b&gt;</td><td>12.00</td>");
  expect(html).not.toContain("<b");
});

test("copied text never becomes a formula in a spreadsheet, and numbers stay numbers", () => {
  for (const formula of ["=1+1", "+1+1", "-1+1", "@SUM(A1)", " =1", "\t=1", "＝1", "\u200b=1"]) {
    expect(clipboardText(formula)).toMatch(/^'/);
  }
  expect(clipboardText("-12.00")).toBe("-12.00");
  expect(clipboardText({ amount: "-12.00", currency: "USD" })).toBe("-12.00");
  expect(clipboardText({ amount: "=1", currency: "USD" })).toBe("'=1");
  expect(clipboardText(3)).toBe("3");
});

test("copied text never spills into another cell", () => {
  const rows = [
    { at: localNoon, title: "two\tcells\nand lines", amount: "1.00" },
    { at: localNoon, title: '"Quoted" shop', amount: "2.00" },
  ];
  const lines = clipboardTable(COLUMNS, rows, "UTC").text.split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("\ttwo cells and lines\t");
  expect(lines[2]).toContain('\t"""Quoted"" shop"\t');
});

test("an empty cell stays empty, and an invalid time leaves its cell empty", () => {
  expect(clipboardText(null)).toBe("");
  expect(clipboardText({ at: "soon" })).toBe("");
});
