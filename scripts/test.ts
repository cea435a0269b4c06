import { existsSync } from "node:fs";
import { ensureChromium } from "./browser/ensure-chromium.ts";
import { fromRoot } from "./repository.ts";
import { formatSummary, runStage, type Stage, type StageResult } from "./stages.ts";

const serverEntry = "apps/server/src/main.ts";
const noServer = existsSync(fromRoot(serverEntry)) ? undefined : `no ${serverEntry}`;
const run = (name: string, command: string, ...args: readonly string[]): Stage => ({
  name,
  command,
  args,
  options: { io: "show" },
});

// Finds or installs Chromium before the long stages, so that a missing browser fails early.
const chromium = ensureChromium();

const stages: readonly Stage[] = [
  run("check", process.execPath, fromRoot("scripts/check.ts")),
  run("unit and integration tests", "vitest", "run", "--project", "node", "--project", "web"),
  run("fault lab, quick part", process.execPath, fromRoot("bench/src/lab/run-lab.ts"), "--quick"),
  run(
    "client, as others install it",
    process.execPath,
    fromRoot("scripts/client-check/check-client.ts"),
  ),
  run("build of the console", "npm", "run", "build", "-w", "@tessera/web"),
  run("bundle budgets", process.execPath, fromRoot("scripts/check-bundle.ts")),
  {
    ...run("browser tests", "playwright", "test", "--config", "e2e/playwright.config.ts"),
    options: { io: "show", env: { CHROMIUM_PATH: chromium } },
    notApplicable: noServer,
  },
];

const results: StageResult[] = [];
for (const stage of stages) {
  console.log(`\n=== ${stage.name}`);
  const result = await runStage(stage);
  console.log(`=== ${stage.name}: ${result.outcome} in ${Math.round(result.durationMs / 1000)} s`);
  results.push(result);
  if (result.outcome === "failed") {
    break;
  }
}
for (const { name } of stages.slice(results.length)) {
  results.push({ name, outcome: "skipped", durationMs: 0, note: "an earlier stage failed" });
}
console.log(formatSummary(results));
process.exitCode = results.every(({ outcome }) => outcome === "passed") ? 0 : 1;
