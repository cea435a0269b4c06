import { expect, test } from "vitest";
import { differenceOf } from "./lookalike-difference.ts";

test.each([
  ["TKx1pAAAAz9Qp", "TKx1pBBBBz9Qp", { first: 6, last: 9 }],
  ["TKx1pAABAz9Qp", "TKx1pBBBBz9Qp", { first: 6, last: 9 }],
  ["0xAb12", "0xAb13", { first: 6, last: 6 }],
  ["0xAb12", "0xAb123", { first: 7, last: 7 }],
  ["0xAb12", "0xAb12", undefined],
])("look-alike addresses: %s and %s differ at %j", (one, other, expected) => {
  expect(differenceOf(one, other)).toEqual(expected);
  expect(differenceOf(other, one)).toEqual(expected);
});
