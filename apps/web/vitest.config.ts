import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base({ mode: "test", command: "serve" }), {
  test: {
    name: "web",
    // A page takes a second to set up: files that need one say `@vitest-environment jsdom`.
    environment: "node",
    include: ["{src,build}/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/test-setup.ts"],
    restoreMocks: true,
    // A page with a dialog takes seconds where every core is busy.
    testTimeout: 30_000,
    // One browser stand-in and one reading of the modules a worker: they are most of a file's time.
    isolate: false,
    // As many as the root's, which vitest asks of projects that run side by side.
    maxWorkers: 3,
  },
});
