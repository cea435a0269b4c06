import { expect, it } from "vitest";
import { canCommit } from "./standby-names.policy.ts";

it.each([
  ["", [], true],
  ["b", [], false],
  ["b", ["b"], true],
  ["*", ["any"], true],
  ["*", [], false],
  ["FIRST 1 (b, c)", ["c"], true],
  ['FIRST 1 ("cell-1-standby")', ["cell-1-standby"], true],
  ["ANY 2 (b, c, d)", ["c"], false],
  ["ANY 2 (b, c, d)", ["c", "D"], true],
  ["2 (b, c)", ["b", "c"], true],
  ["b, c", ["c"], true],
  ["b", ["c"], false],
] as const)(
  "synchronous_standby_names '%s', followed by %j: commits %s",
  (setting, following, can) => {
    expect(canCommit(setting, following)).toBe(can);
  },
);
