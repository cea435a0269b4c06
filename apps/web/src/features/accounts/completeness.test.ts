import { expect, test } from "vitest";
import { completenessOf } from "./completeness.ts";

test("a new account has its address and nothing else", () => {
  expect(completenessOf({ email: true, deposit: false, card: false, funded: false })).toEqual({
    share: 0.25,
    percent: 25,
    missing: ["deposit", "card", "funded"],
  });
});

test("everything done is complete, in whatever order", () => {
  expect(completenessOf({ email: true, deposit: false, card: true, funded: true }).missing).toEqual(
    ["deposit"],
  );
  expect(completenessOf({ email: true, deposit: true, card: true, funded: true }).percent).toBe(
    100,
  );
});
