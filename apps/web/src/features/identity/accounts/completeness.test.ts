import { expect, test } from "vitest";
import { completenessOf } from "./completeness.ts";

const ALL = { email: true, deposit: true, card: true, funded: true, factor: true };

test("a new account has its address and nothing else", () => {
  const done = { email: true, deposit: false, card: false, funded: false, factor: false };
  expect(completenessOf(done)).toEqual({
    share: 0.2,
    percent: 20,
    missing: ["deposit", "card", "funded", "factor"],
  });
});

test("everything done is complete, in whatever order", () => {
  expect(completenessOf({ ...ALL, deposit: false }).missing).toEqual(["deposit"]);
  expect(completenessOf(ALL).percent).toBe(100);
});

test("without a second factor a profile is not complete", () => {
  expect(completenessOf({ ...ALL, factor: false })).toEqual({
    ...{ share: 0.8, percent: 80, missing: ["factor"] },
  });
});
