import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LEG_CODES, OUTCOME_CODES, STATUS_CODES } from "../src/codes.ts";

/** Returns the codes that a database function declares, such as `leg_hold constant int := 2`. */
function declaredIn(name: string): Record<string, number> {
  const text = readFileSync(new URL(`../src/sql/functions/${name}.sql`, import.meta.url), "utf8");
  const found = text.matchAll(/^ {2}((?:outcome|leg|status)_\w+) constant int := (-?\d+);$/gm);
  return Object.fromEntries(Array.from(found, ([, code = "", value]) => [code, Number(value)]));
}

function withPrefix(prefix: string, codes: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [prefix + name, code]));
}

const codes = {
  ...withPrefix("outcome_", OUTCOME_CODES),
  ...withPrefix("leg_", LEG_CODES),
  ...withPrefix("status_", STATUS_CODES),
};

test("codes: ledger.submit declares the same outcome, leg and status codes as TypeScript", () => {
  expect(declaredIn("submit")).toEqual({ ...codes, outcome_undecided: -1 });
});

test("codes: ledger.submit_plain declares the same codes as TypeScript", () => {
  const declared = declaredIn("submit_plain");
  expect(declared).not.toEqual({});
  expect(codes).toMatchObject(declared);
});
