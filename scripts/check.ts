import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fromRoot } from "./repository.ts";
import { anyFailed, formatSummary, runStages, type Stage } from "./stages.ts";

const CODE = ["apps", "packages", "bench", "e2e", "scripts", "tools"];

function missing(file: string): string | undefined {
  return existsSync(fromRoot(file)) ? undefined : `no ${file}`;
}

function missingWebScript(name: string): string | undefined {
  const manifest = JSON.parse(readFileSync(fromRoot("apps/web/package.json"), "utf8")) as {
    readonly scripts?: Record<string, string>;
  };
  return manifest.scripts?.[name] === undefined ? `no ${name} script in apps/web` : undefined;
}

// The longest stages come first, so that no long stage starts last.
const stages: readonly Stage[] = [
  { name: "types", command: "tsc", args: ["-p", "tsconfig.json"] },
  {
    name: "types of the console",
    command: "tsc",
    args: ["-p", "apps/web/tsconfig.json"],
    notApplicable: missing("apps/web/tsconfig.json"),
  },
  {
    name: "types of the console's build",
    command: "tsc",
    args: ["-p", "apps/web/tsconfig.node.json"],
    notApplicable: missing("apps/web/tsconfig.node.json"),
  },
  { name: "style and canaries", command: "vitest", args: ["run", "--project", "tools"] },
  { name: "lint and format", command: "biome", args: ["ci", "--error-on-warnings", "."] },
  {
    name: "boundaries",
    command: "depcruise",
    args: ["--config", ".dependency-cruiser.cjs", "--output-type", "err-long", ...CODE],
  },
  {
    name: "boundaries of modules",
    command: "depcruise",
    args: [
      "--config",
      ".dependency-cruiser.modules.cjs",
      "--output-type",
      "err-long",
      "apps/server",
    ],
  },
  { name: "dead code", command: "knip", args: [] },
  {
    name: "translations",
    command: "npm",
    args: ["run", "messages:check", "-w", "@tessera/web"],
    notApplicable: missingWebScript("messages:check"),
  },
];

const results = await runStages(stages, Math.min(availableParallelism(), stages.length));
console.log(formatSummary(results));
process.exitCode = anyFailed(results) ? 1 : 0;
