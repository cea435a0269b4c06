import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("csvOf prevents cells from becoming formulas and keeps amounts as numbers", () => {
  const text = csvOf([["=1+1", "+1", "@x", "-5.00", "-5+1", " =2", "\t=3"]]);
  expect(text).toBe("\ufeff'=1+1,'+1,'@x,-5.00,'-5+1,' =2,'\t=3\r\n");
});

test("csvOf escapes quotes, commas, and line breaks so that they stay in their cell", () => {
  expect(csvOf([['a "b"', "c,d", "e\nf", "g"]])).toBe('\ufeff"a ""b""","c,d","e\nf",g\r\n');
});
