// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { cellParam, inCell, sameCell } from "./cell-links.ts";
import { cellOfPage } from "./page-cell.ts";

afterEach(() => history.replaceState(null, "", "/"));

it.each([
  ["?cell=2", "2"],
  ["?q=a&cell=999", "999"],
  ["?cell=0", undefined],
  ["?cell=2%0d%0aX", undefined],
  ["?cell=", undefined],
  ["", undefined],
])("a page at %j belongs to cell %s", (search, cell) => {
  history.replaceState(null, "", `/system/customers${search}`);
  expect(cellOfPage()).toBe(cell);
});

it("a link names a cell only in a program with several", () => {
  expect([cellParam(2), cellParam(undefined)]).toEqual(["2", undefined]);
  expect([inCell(2), inCell(undefined)]).toEqual([{ cell: "2" }, {}]);
  expect([sameCell({ cell: "2", q: "a" }), sameCell({ q: "a" })]).toEqual([{ cell: "2" }, {}]);
});
