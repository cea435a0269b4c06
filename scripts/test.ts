import { existsSync } from "node:fs";
import { ensureChromium } from "./ensure-chromium.ts";
import { fromRoot } from "./repository.ts";
import { anyFailed, formatSummary, runStage, type Stage, type StageResult } from "./stages.ts";

const serverEntry = "apps/server/src/main.ts";
const noServer = existsSync(fromRoot(serverEntry)) ? undefined : `no ${serverEntry}`;
const run = (name: string, command: string, ...args: readonly string[]): Stage => ({
  name,
  command,
  args,
  options: { io: "show" },
});

// Found, or installed, before the long stages: a missing browser should not be news at the end.
const chromium = ensureChromium();

const check = run("check", process.execPath, fromRoot("scripts/check.ts"));
const build: Stage = {
  name: "build of the console",
  command: "npm",
  args: ["run", "build", "-w", "@tessera/web"],
};

/** One group after the other; the stages of a group run side by side. */
const groups: readonly (readonly Stage[])[] = [
  // The build uses one core, and what it writes is nothing that the check reads.
  [check, build],
  [run("bundle budgets", process.execPath, fromRoot("scripts/check-bundle.ts"))],
  [run("unit and integration tests", "vitest", "run", "--project", "node", "--project", "web")],
  [
    {
      ...run("browser tests", "playwright", "test", "--config", "e2e/playwright.config.ts"),
      options: { io: "show", env: { CHROMIUM_PATH: chromium } },
      notApplicable: noServer,
    },
  ],
];

async function runShown(stage: Stage): Promise<StageResult> {
  console.log(`\n=== ${stage.name}`);
  const result = await runStage(stage);
  console.log(`=== ${stage.name}: ${result.outcome} in ${Math.round(result.durationMs / 1000)} s`);
  return result;
}

const results: StageResult[] = [];
for (const group of groups) {
  if (anyFailed(results)) {
    const note = "an earlier stage failed";
    results.push(
      ...group.map(({ name }) => ({ name, outcome: "skipped", durationMs: 0, note }) as const),
    );
  } else {
    results.push(...(await Promise.all(group.map(runShown))));
  }
}
console.log(formatSummary(results));
process.exitCode = results.every(({ outcome }) => outcome === "passed") ? 0 : 1;
