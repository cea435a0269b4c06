import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("no cell is a formula, and amounts stay numbers", () => {
  const text = csvOf([["=1+1", "+1", "@x", "-5.00", "-5+1", " =2", "\t=3"]]);
  expect(text).toBe("\ufeff'=1+1,'+1,'@x,-5.00,'-5+1,' =2,'\t=3\r\n");
});

test("quotes, commas and line breaks stay inside their cell", () => {
  expect(csvOf([['a "b"', "c,d", "e\nf", "g"]])).toBe('\ufeff"a ""b""","c,d","e\nf",g\r\n');
});
