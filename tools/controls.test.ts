import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CONTROLS, FAULT_LAB } from "../bench/src/controls/controls.ts";
import { controlsPage } from "../bench/src/controls/controls-page.ts";
import { outcomeOf, titlePattern } from "../bench/src/controls/run-test.ts";
import { fromRoot } from "../scripts/repository.ts";
import { numberedPromises } from "./promises/judge-promises.ts";
import { keeperCheck } from "./promises/keepers.ts";

const PATCHES = "bench/controls/*.patch";

describe("negative controls", () => {
  it.each(CONTROLS)("controls: the patch of $name applies", ({ name }) => {
    const patch = fromRoot(`bench/controls/${name}.patch`);
    const apply = () => execFileSync("git", ["apply", "--check", patch], { cwd: fromRoot() });
    expect(apply).not.toThrow();
  });

  it("controls: each has a test that exists, and a patch of its own", () => {
    const check = keeperCheck();
    const tested = CONTROLS.filter(({ test }) => test !== FAULT_LAB);
    expect(tested.flatMap(({ name, test }) => check(test)?.concat(` (${name})`) ?? [])).toEqual([]);
    const files = globSync(PATCHES, { cwd: fromRoot() }).map((file) =>
      path.basename(file, ".patch"),
    );
    expect(files.toSorted()).toEqual(CONTROLS.map(({ name }) => name).toSorted());
  });

  it("controls: every numbered promise has at least one", () => {
    const promises = numberedPromises(readFileSync(fromRoot("SECURITY.md"), "utf8"));
    const broken = new Set(CONTROLS.map(({ promise }) => promise));
    expect(promises.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  it("controls: the page lists them as they are", () => {
    const page = readFileSync(fromRoot("docs/negative-controls.md"), "utf8");
    expect(page).toBe(controlsPage(CONTROLS));
  });
});

describe("the result of a control", () => {
  const report = (...results: readonly (readonly [title: string, status: string])[]) => ({
    testResults: [{ assertionResults: results.map(([title, status]) => ({ title, status })) }],
  });

  it("controls: counts the tests of a name, and no others", () => {
    const results = report(["is 5 of 7", "failed"], ["was 5 of 7", "failed"], ["is", "passed"]);
    expect(outcomeOf(results, "is %s of $count")).toEqual({ passed: 0, failed: 1, message: "" });
  });

  it("controls: a test that did not run is neither passed nor failed", () => {
    expect(outcomeOf(report(["is", "skipped"]), "is")).toEqual({
      passed: 0,
      failed: 0,
      message: "",
    });
  });

  it("controls: takes a name literally except for its placeholders", () => {
    expect(titlePattern("a (b) %j?").test("x a (b) [1]?")).toBe(true);
    expect(titlePattern("a.b").test("acb")).toBe(false);
  });
});
