// Runs the tests for a pattern, for source files, or for what changed. The database keeps running:
// `npm run t -- payouts`, `npm run t -- apps/server/src/app.ts`, `npm run t`.
import { existsSync } from "node:fs";
import { fromRoot } from "./repository.ts";
import { runCommand } from "./run-command.ts";
import { startTestDatabase, stopTestDatabase } from "./test-database.ts";
import { vitestArguments } from "./vitest-arguments.ts";

const args = process.argv.slice(2);
if (args.includes("--stop")) {
  console.log((await stopTestDatabase()) ? "Stopped the test database." : "None was running.");
} else {
  process.exitCode = await runTests();
}

async function runTests(): Promise<number> {
  const env = await startTestDatabase();
  const chosen = vitestArguments(args, {
    isFile: (name) => existsSync(fromRoot(name)),
    branchPoint: await branchPoint(),
  });
  const { code } = await runCommand("vitest", chosen, { io: "show", env });
  return code;
}

/**
 * Returns the commit where the branch left `main`; HEAD if the branch is `main` or there is no
 * `main`.
 */
async function branchPoint(): Promise<string> {
  const { code, output } = await runCommand("git", ["merge-base", "HEAD", "main"]);
  return code === 0 ? output.trim() : "HEAD";
}
