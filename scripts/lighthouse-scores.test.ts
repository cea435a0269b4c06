import { describe, expect, it } from "vitest";
import { arePassed, formatScores, medianScores, type Scores } from "./lighthouse-scores.ts";

const scores = (performance: number, accessibility = 100, bestPractices = 100): Scores => ({
  performance,
  accessibility,
  "best-practices": bestPractices,
});
const good = { page: "login", runs: [scores(99), scores(60), scores(95)] };

describe("lighthouse scores", () => {
  it("lighthouse scores: each score is the median of a page's runs, in any order", () => {
    expect(medianScores(good)).toEqual(scores(95));
    expect(medianScores({ page: "home", runs: [scores(9), scores(100), scores(80)] })).toEqual(
      scores(80),
    );
  });

  it("lighthouse scores: an even number of runs is an error", () => {
    expect(() => medianScores({ page: "home", runs: [] })).toThrow("home was measured 0 times");
    expect(() => medianScores({ page: "home", runs: [scores(1), scores(2)] })).toThrow("2 times");
  });

  it("lighthouse scores: the check fails if one page is one point short in one category", () => {
    const once = (page: string, run: Scores) => ({ page, runs: [run] });
    expect(arePassed([good, once("home", scores(95))])).toBe(true);
    expect(arePassed([good, once("home", scores(94))])).toBe(false);
    expect(arePassed([good, once("home", scores(100, 99))])).toBe(false);
    expect(arePassed([good, once("home", scores(100, 100, 99))])).toBe(false);
    expect(arePassed([])).toBe(false);
  });

  it("lighthouse scores: the output marks scores that are too low", () => {
    const printed = formatScores([good, { page: "home", runs: [scores(94)] }]).split("\n");
    expect(printed).toHaveLength(6);
    expect(printed[0]).toBe("  login  performance      95 of at least  95  (99, 60, 95)");
    expect(printed.filter((line) => line.includes("TOO LOW"))).toEqual([
      "  home   performance      94 of at least  95  (94)  TOO LOW",
    ]);
  });
});
