import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fromRoot } from "../scripts/repository.ts";
import { type CommandOptions, runCommand } from "../scripts/run-command.ts";
import { announcedCanaries, asText, type Canary, canaryFolder, withCopy } from "./canary-tree.ts";
import { allRules } from "./tidy/all-rules.ts";
import { judgeFiles } from "./tidy/rule.ts";
import { readSourceFiles } from "./tidy/source-files.ts";

// A checker runs for seconds on an idle machine, but for minutes if it competes for the processor.
vi.setConfig({ testTimeout: 300_000 });

const binary = (name: string) => fromRoot("node_modules/.bin", name);

/** Runs a checker that must reject its input. Returns its output. */
async function refusal(name: string, args: readonly string[], options: CommandOptions) {
  const { code, output } = await runCommand(binary(name), args, options);
  expect({ code, output }).not.toMatchObject({ code: 0 });
  expect({ code, output }).not.toMatchObject({ code: 127 });
  return output;
}

function expectFound(checker: string, found: readonly Canary[]) {
  const announced = asText(announcedCanaries(checker));
  expect(announced.length).toBeGreaterThan(0);
  const all = new Set(asText(found));
  expect(announced.filter((canary) => !all.has(canary))).toEqual([]);
}

function expectCanaryForEach(checker: string, rules: readonly string[]) {
  const covered = new Set(announcedCanaries(checker).map(({ rule }) => rule));
  expect(rules.filter((rule) => !covered.has(rule))).toEqual([]);
}

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { name: string } }[];
  };
}

describe("dependency-cruiser", () => {
  const configs = [".dependency-cruiser.cjs", ".dependency-cruiser.modules.cjs"].map((name) =>
    fromRoot(name),
  );
  const cruise = async (config: string, cwd: string, ...folders: readonly string[]) => {
    const args = ["--config", config, "--output-type", "json", ...folders];
    const { output } = await runCommand(binary("depcruise"), args, { cwd });
    return (JSON.parse(output) as Cruise).summary;
  };
  const forbidden = configs.flatMap((config) => {
    const rules = createRequire(import.meta.url)(config) as {
      readonly forbidden: readonly { readonly name: string; readonly severity: string }[];
    };
    return rules.forbidden;
  });

  it("dependency-cruiser: flags every canary by its own rule", async () => {
    const folder = canaryFolder("boundaries");
    const cruises = await Promise.all(
      configs.map((config) => cruise(config, folder, "apps", "packages")),
    );
    const violations = cruises.flatMap((summary) => summary.violations);
    const found = violations.flatMap(({ from, rule }) =>
      // A cycle between folders is reported for the folders; its canary is a file in one of them.
      announcedCanaries("boundaries")
        .map((canary) => canary.path)
        .filter((file) => file === from || file.startsWith(`${from}/`))
        .map((file) => ({ path: file, rule: rule.name })),
    );
    expectFound("boundaries", found);
  });

  it("dependency-cruiser: has a canary for each rule, and each rule fails the check", () => {
    expectCanaryForEach(
      "boundaries",
      forbidden.map(({ name }) => name),
    );
    expect(forbidden.filter(({ severity }) => severity !== "error")).toEqual([]);
  });

  it("dependency-cruiser: docs/architecture.md has a sentence for each rule, and no other", () => {
    const document = readFileSync(fromRoot("docs/architecture.md"), "utf8");
    const [, rules = ""] = document.split("## The rules a tool checks");
    const described = [...rules.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect([...described].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it("dependency-cruiser: resolves our modules, which fails with TypeScript 7", async () => {
    const cruises = await Promise.all(
      configs.map((config) => cruise(config, fromRoot(), "packages/money", "scripts")),
    );
    expect(Math.min(...cruises.map(({ totalCruised }) => totalCruised))).toBeGreaterThan(15);
  });
});

type BiomeRules = Record<string, string | Record<string, unknown>>;

interface BiomeConfig {
  readonly linter: { readonly rules: BiomeRules };
  readonly overrides: readonly { readonly linter: { readonly rules: BiomeRules } }[];
}

interface BiomeReport {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
}

describe("Biome", () => {
  const config = JSON.parse(readFileSync(fromRoot("biome.json"), "utf8")) as BiomeConfig;

  it("Biome: flags every canary by its own rule", async () => {
    const report = await withCopy("lint", async (folder) => {
      const own = { ...config, files: {}, vcs: {}, $schema: undefined };
      writeFileSync(path.join(folder, "biome.json"), JSON.stringify(own));
      const args = ["check", "--reporter=json", "--max-diagnostics=none", "."];
      return refusal("biome", args, { cwd: folder });
    });
    const json = report.split("\n").find((line) => line.startsWith("{")) ?? "{}";
    const { diagnostics } = JSON.parse(json) as BiomeReport;
    expectFound(
      "lint",
      diagnostics.map(({ category, location }) => ({
        path: location.path,
        rule: category.split("/").at(-1) ?? "",
      })),
    );
  });

  it("Biome: has a canary for each rule that biome.json names", () => {
    const groups = [config, ...config.overrides].flatMap(({ linter }) =>
      Object.values(linter.rules).filter((group) => typeof group === "object"),
    );
    const named = groups.flatMap((group) =>
      Object.keys(group).filter((rule) => group[rule] !== "off"),
    );
    expectCanaryForEach("lint", named);
  });
});

describe("tsc", () => {
  it("tsc: flags every canary by its own error", async () => {
    const folder = canaryFolder("types");
    const output = await refusal("tsc", ["-p", folder, "--pretty", "false"], { cwd: folder });
    const found = [...output.matchAll(/^([^(\n]+)\(\d+,\d+\): error (TS\d+)/gm)];
    expectFound(
      "types",
      found.map(([, file = "", rule = ""]) => ({ path: file, rule })),
    );
  });
});

interface KnipReport {
  readonly issues: readonly ({ readonly file: string } & Record<string, unknown>)[];
}

describe("knip", () => {
  it("knip: flags unused files, exports and dependencies, and unlisted dependencies", async () => {
    const report = await withCopy("dead-code", (folder) => {
      cpSync(fromRoot("knip.jsonc"), path.join(folder, "knip.jsonc"));
      return refusal("knip", ["--reporter", "json", "--no-config-hints"], { cwd: folder });
    });
    const { issues } = JSON.parse(report) as KnipReport;
    const found = issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds)
        .filter(([, list]) => Array.isArray(list) && list.length > 0)
        .map(([kind]) => ({ path: file, rule: kind })),
    );
    expectFound("dead-code", found);
    expect(asText(found)).toContain("dependencies in packages/widget/package.json");
    expect(asText(found)).toContain("unlisted in packages/widget/src/index.ts");
  });
});

describe("the tidy test", () => {
  const files = readSourceFiles(canaryFolder("tidy"));

  it("tidy: flags every canary by its own rule, and nothing else", () => {
    const found = judgeFiles(files, allRules);
    expectFound("tidy", found);
    expect(asText(found)).toEqual(asText(announcedCanaries("tidy")));
  });

  it("tidy: has a canary for each of its rules", () => {
    expectCanaryForEach(
      "tidy",
      allRules.map(({ name }) => name),
    );
  });
});
