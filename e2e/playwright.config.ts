import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "../scripts/browser/browser-flags.ts";
import { ensureChromium } from "../scripts/browser/ensure-chromium.ts";
import { keepTemporaryFilesInMemory } from "../scripts/memory-folder.ts";

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: "./tests",
  outputDir: "../test-results",
  globalSetup: "./src/start-server.ts",
  // Tests wait half of their time: for a block, an email, a moment to pass.
  workers: 4,
  fullyParallel: true,
  // A test that passes on the second attempt has found a fault, which a retry would hide.
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
    // What a service worker fetches is invisible to the tests that change responses.
    serviceWorkers: "block",
    // Use `--trace on` to understand a failure; it costs each test a sixth of its time.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: ensureChromium(), args: [...BROWSER_FLAGS] },
  },
});
