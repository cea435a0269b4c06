import { existsSync } from "node:fs";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";
import { keepTemporaryFilesInMemory } from "./scripts/memory-folder.ts";

keepTemporaryFilesInMemory();

// Creates the migrated template database that each test file clones.
const databaseSetup = "packages/database/src/testing-global-setup.ts";
const consoleConfig = "apps/web/vitest.config.ts";

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: "tools",
      include: ["tools/*.test.ts", "scripts/**/*.test.ts"],
      // The canaries run each checker as a separate process.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  {
    extends: true,
    test: {
      name: "node",
      include: [
        "packages/*/{src,test}/**/*.test.ts",
        "apps/{server,signer}/src/**/*.test.ts",
        "bench/src/**/*.test.ts",
      ],
      globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
      // Apps share no state, so the files of a worker share its modules: loading them again for
      // each file was half of a run's work.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 60_000,
    },
  },
  ...(existsSync(consoleConfig) ? [consoleConfig] : []),
];

export default defineConfig({
  test: {
    projects,
    pool: "forks",
    // A file waits for PostgreSQL's disk much of the time, so one more than two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
  },
});
