import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "../scripts/browser/browser-flags.ts";
import { ensureChromium } from "../scripts/browser/ensure-chromium.ts";
import { keepTemporaryFilesInMemory } from "../scripts/memory-folder.ts";

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: "./tests",
  outputDir: "../test-results",
  globalSetup: "./src/start-server.ts",
  // Tests spend half their time waiting for a block, an email, or time to pass.
  workers: 4,
  fullyParallel: true,
  // A test that passes on the second attempt has found a bug, and a retry would hide it.
  retries: 0,
  forbidOnly: true,
  // Long, because the machine may be busy. Tests that pass are not slowed down by it.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: "en-US",
    timezoneId: "UTC",
    // Tests that change responses cannot see what a service worker fetches.
    serviceWorkers: "block",
    // Use `--trace on` to investigate a failure. Tracing makes each test about a sixth slower.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: ensureChromium(), args: [...BROWSER_FLAGS] },
  },
});
