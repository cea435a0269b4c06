import { expect, test } from "vitest";
import { completenessOf } from "./completeness.ts";

const ALL = { email: true, deposit: true, card: true, funded: true, factor: true };

test("A new account has completed only the email address step", () => {
  const done = { email: true, deposit: false, card: false, funded: false, factor: false };
  expect(completenessOf(done)).toEqual({
    share: 0.2,
    percent: 20,
    missing: ["deposit", "card", "funded", "factor"],
  });
});

test("A profile is complete when every step is done, regardless of order", () => {
  expect(completenessOf({ ...ALL, deposit: false }).missing).toEqual(["deposit"]);
  expect(completenessOf(ALL).percent).toBe(100);
});

test("A profile without a second factor is incomplete", () => {
  expect(completenessOf({ ...ALL, factor: false })).toEqual({
    ...{ share: 0.8, percent: 80, missing: ["factor"] },
  });
});
