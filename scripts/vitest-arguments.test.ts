import { describe, expect, it } from "vitest";
import { vitestArguments } from "./vitest-arguments.ts";

const files = ["apps/server/src/app.ts", "packages/money/src/money.test.ts"];
const choose = (...args: string[]) =>
  vitestArguments(args, { isFile: (name) => files.includes(name), branchPoint: "abc123" });

describe("npm run t", () => {
  it("npm run t: without a name, runs the tests for everything that changed on the branch", () => {
    expect(choose()).toEqual(["run", "--changed", "abc123"]);
  });

  it("npm run t: with only an option, runs the same tests and passes the option on", () => {
    expect(choose("-t", "refuses")).toEqual(["run", "--changed", "abc123", "-t", "refuses"]);
  });

  it("npm run t: with a pattern, runs the test files that match it, or fails", () => {
    expect(choose("payouts")).toEqual(["run", "--passWithNoTests=false", "payouts"]);
  });

  it("npm run t: with a test file, runs that file", () => {
    expect(choose("packages/money/src/money.test.ts")).toEqual([
      "run",
      "--passWithNoTests=false",
      "packages/money/src/money.test.ts",
    ]);
  });

  it("npm run t: with a source file, runs the tests that import it", () => {
    expect(choose("apps/server/src/app.ts", "-t", "starts")).toEqual([
      "related",
      "--run",
      "--passWithNoTests=false",
      "apps/server/src/app.ts",
      "-t",
      "starts",
    ]);
  });

  it("npm run t: treats a name that is not a file as a pattern", () => {
    expect(choose("apps/server/src/gone.ts")[0]).toBe("run");
  });
});
