import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { LOCALES, type Locale, wordsOf } from "../e2e/src/words.ts";
import { BROWSER_FLAGS } from "./browser/browser-flags.ts";
import { ensureChromium } from "./browser/ensure-chromium.ts";
import { fromRoot } from "./repository.ts";
import { startSandboxServer } from "./sandbox-server.ts";
import { type Screen, screens } from "./screen-list.ts";
import { startCellsSandbox } from "./screens/cells-sandbox.ts";
import { importStatement } from "./screens/imported-statement.ts";
import { sendStrayClearing } from "./screens/stray-clearing.ts";
import {
  type SignIn,
  signInAsAdministrator,
  signInAsDemoCustomer,
  signInAsNewcomer,
} from "./sign-in.ts";
import { buildWebIfStale } from "./web-build.ts";

const THEMES = ["light", "dark"] as const;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1, hasTouch: false };
/** Milliseconds to wait for fonts and for the last frame after loading. */
const SETTLE_MS = 250;
/** Milliseconds to wait for a sheet's content, which fades in after the sheet has opened. */
const OPENED_MS = 500;
const LOADING_MS_MAX = 60_000;
/**
 * Maximum time, in milliseconds, to wait for placeholders to disappear; a part of a page that is
 * out of view keeps its placeholders.
 */
const PLACEHOLDERS_MS_MAX = 3_000;

interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly locale: Locale;
}

const folder = fromRoot("screens");
const words = process.argv.slice(2);
/** With `--wide`, screenshots show a desktop window, and their names contain `wide`. */
const wide = words.includes("--wide");
const device = wide ? DESKTOP : PHONE;
/** With `--cells`, the sandbox has two more cells, of which one is slow and one is down. */
const hasCells = words.includes("--cells");
/**
 * With arguments, as in `npm run screens -- home dark`, takes only the screenshots whose names
 * contain all of these words. A word may list alternatives, as in `board,bank`.
 */
const wanted = words.filter((word) => !word.startsWith("--"));
const startedAt = performance.now();
const failures: string[] = [];
let taken = 0;

await buildWebIfStale();
const server = await (hasCells ? startCellsSandbox() : startSandboxServer());
try {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...BROWSER_FLAGS],
  });
  const customer = await signInAsDemoCustomer(server.origin);
  const newcomer = await signInAsNewcomer(server.origin, customer);
  const operator = await signInAsAdministrator(server.origin, customer);
  await sendStrayClearing(server.origin);
  await importStatement(server.origin);
  mkdirSync(folder, { recursive: true });
  await Promise.all(
    THEMES.map(async (theme) => {
      for (const locale of LOCALES) {
        const look = { theme, locale };
        await photograph(browser, server.origin, "public", { ...customer, stored: {} }, look);
        await photograph(browser, server.origin, "customer", customer, look);
        await photograph(browser, server.origin, "newcomer", newcomer, look);
        await photograph(browser, server.origin, "operator", operator, look);
      }
    }),
  );
  await browser.close();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${taken} pictures in ${folder}, in ${seconds} s`);
} finally {
  await server.stop();
}
for (const failure of failures) {
  console.error(failure);
}
process.exitCode = failures.length === 0 ? 0 : 1;

/** Takes the screenshots for one type of user, in one theme and language. */
async function photograph(
  browser: Browser,
  origin: string,
  access: Screen["access"],
  signIn: SignIn,
  look: Look,
): Promise<void> {
  const chosen = screens.filter((screen) => screen.access === access && isWanted(screen, look));
  if (chosen.length === 0) {
    return;
  }
  const context = await browser.newContext({
    baseURL: origin,
    ...device,
    reducedMotion: "reduce",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(LOADING_MS_MAX);
  const page = await context.newPage();
  await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto("/blank");
  for (const screen of chosen) {
    await remember(page, { ...signIn.stored, ...preferences(look) });
    await takePicture(page, screen, signIn, look).catch((error: unknown) => {
      failures.push(`${nameOf(screen, look)}: ${String(error)}`);
    });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  await context.close();
}

function preferences({ theme, locale }: Look): Readonly<Record<string, string>> {
  return { "tessera-theme": theme, "tessera-locale": locale };
}

function remember(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) {
      localStorage.setItem(key, value);
    }
  }, entries);
}

function isWanted(screen: Screen, look: Look): boolean {
  const name = nameOf(screen, look);
  return wanted.every((word) => word.split(",").some((one) => name.includes(one)));
}

function nameOf(screen: Screen, look: Look): string {
  const options = `${hasCells ? ".cells" : ""}${wide ? ".wide" : ""}`;
  return `${screen.name}.${look.locale}.${look.theme}${options}.png`;
}

/**
 * Takes a screenshot: at window size if the screen was brought into a particular state, otherwise
 * at full height.
 */
async function takePicture(page: Page, screen: Screen, signIn: SignIn, look: Look): Promise<void> {
  await page.goto(screen.path(signIn));
  await untilSettled(page);
  if (screen.arrange !== undefined) {
    await screen.arrange(page, signIn, wordsOf(look.locale));
    if (screen.isLoading !== true) {
      await untilSettled(page);
    }
  }
  const file = nameOf(screen, look);
  if (screen.arrange === undefined) {
    await stretch(page);
  } else {
    await page.waitForTimeout(OPENED_MS);
  }
  await page.screenshot({ path: path.join(folder, file) });
  await page.setViewportSize(device.viewport);
  taken += 1;
  console.log(file);
  await screen.restore?.(page, signIn, wordsOf(look.locale));
}

/** Makes the viewport as tall as the page, so that fixed bars stay at the bottom. */
async function stretch(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { viewport } = device;
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
  await page.waitForTimeout(SETTLE_MS);
}

/** Waits for the page to load. Its event stream stays open, so the network is never idle. */
async function untilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("main, h1") !== null && !document.querySelector("[aria-busy=true]"),
  );
  await page
    .waitForFunction(() => !document.querySelector("[data-skeleton]"), undefined, {
      timeout: PLACEHOLDERS_MS_MAX,
    })
    .catch(() => undefined);
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => /Variable/.test(family) && status === "loaded",
    ),
  );
  await page.waitForTimeout(SETTLE_MS);
}
