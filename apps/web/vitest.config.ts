import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base({ mode: "test", command: "serve" }), {
  test: {
    name: "web",
    // Setting up a page takes a second, so only files that need one use
    // `@vitest-environment jsdom`.
    environment: "node",
    include: ["{src,build}/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/test-setup.ts"],
    restoreMocks: true,
    // Longer than a test waits for any single condition (`src/test-patience.ts`).
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Uses one jsdom and one module graph per worker, because setting these up accounts for most of
    // a file's run time.
    isolate: false,
    // Must match the root config: vitest requires this of projects that run in parallel.
    maxWorkers: 3,
  },
});
