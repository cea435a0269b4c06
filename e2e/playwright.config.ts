import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "../scripts/browser-flags.ts";
import { ensureChromium } from "../scripts/ensure-chromium.ts";

export default defineConfig({
  testDir: "./tests",
  outputDir: "../test-results",
  globalSetup: "./src/start-server.ts",
  workers: 2,
  fullyParallel: true,
  // A test that passes on the second try has found a fault; it must not hide it.
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: "en-US",
    timezoneId: "UTC",
    // What goes through one is not seen by the tests that change answers.
    serviceWorkers: "block",
    trace: "retain-on-failure",
    launchOptions: { executablePath: ensureChromium(), args: [...BROWSER_FLAGS] },
  },
});
