import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base({ mode: "test", command: "serve" }), {
  test: {
    name: "web",
    // A page takes a second to set up, so only files that need one have `@vitest-environment
    // jsdom`.
    environment: "node",
    include: ["{src,build}/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/test-setup.ts"],
    restoreMocks: true,
    // A page with a dialog takes several seconds when every core is busy.
    testTimeout: 30_000,
    // Uses one jsdom and one module graph per worker, because setting these up takes most of a
    // file's time.
    isolate: false,
    // The same as in the root config, which vitest requires for projects that run in parallel.
    maxWorkers: 3,
  },
});
