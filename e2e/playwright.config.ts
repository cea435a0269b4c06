import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "../scripts/browser-flags.ts";
import { ensureChromium } from "../scripts/ensure-chromium.ts";
import { keepTemporaryFilesInMemory } from "../scripts/memory-folder.ts";

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: "./tests",
  outputDir: "../test-results",
  globalSetup: "./src/start-server.ts",
  // Tests wait half of their time: for a block, a mail, a moment that passes.
  workers: 4,
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
    // `--trace on` where a failure is to be understood: it costs each test a sixth of its time.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: ensureChromium(), args: [...BROWSER_FLAGS] },
  },
});
