import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  test: {
    root: here("."),
    globalSetup: [here("./src/testing-global-setup.ts")],
    include: ["src/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
