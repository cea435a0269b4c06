import { describe, expect, it } from "vitest";
import { vitestArguments } from "./vitest-arguments.ts";

const files = ["apps/server/src/app.ts", "packages/money/src/money.test.ts"];
const choose = (...args: string[]) =>
  vitestArguments(args, { isFile: (name) => files.includes(name), branchPoint: "abc123" });

describe("the arguments of npm run t", () => {
  it("without a name choose the tests of what changed on the branch", () => {
    expect(choose()).toEqual(["run", "--changed", "abc123"]);
  });

  it("with an option alone choose the same, and keep the option", () => {
    expect(choose("-t", "refuses")).toEqual(["run", "--changed", "abc123", "-t", "refuses"]);
  });

  it("with a pattern choose the test files of that name, and fail if there are none", () => {
    expect(choose("payouts")).toEqual(["run", "--passWithNoTests=false", "payouts"]);
  });

  it("with a test file choose that file", () => {
    expect(choose("packages/money/src/money.test.ts")).toEqual([
      "run",
      "--passWithNoTests=false",
      "packages/money/src/money.test.ts",
    ]);
  });

  it("with a source file choose the tests that import it", () => {
    expect(choose("apps/server/src/app.ts", "-t", "starts")).toEqual([
      "related",
      "--run",
      "--passWithNoTests=false",
      "apps/server/src/app.ts",
      "-t",
      "starts",
    ]);
  });

  it("take a name that is no file for a pattern", () => {
    expect(choose("apps/server/src/gone.ts")[0]).toBe("run");
  });
});
