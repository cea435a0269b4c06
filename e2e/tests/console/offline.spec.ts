import type { Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { openReleaseProxy, type ReleaseProxy } from "../../src/release-proxy.ts";

// The last alternative is what the browser logs when it checks for a new service worker while
// offline. A single pattern is used because Playwright treats an array of two as a value and its
// options.
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|error occurred when fetching the script/;
test.use({ serviceWorkers: "allow", tolerated: [OFFLINE] });

/** Waits until the service worker controls the page and has cached the app shell. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

async function keptPaths(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

test("offline: the console opens without a network, says it is offline, and recovers", async ({
  signedIn: page,
  context,
}) => {
  await page.goto("/");
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  const sign = page.getByText("You’re offline. This page may be out of date.");
  await expect(sign).toBeVisible();
  await expect(page.getByRole("link", { name: "Wallet" })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(sign).toBeHidden();
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
});

test("offline: the banner announces a lost network even before the page is idle", async ({
  signedIn: page,
  context,
}) => {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => waiting.push(callback),
      rest: () => waiting.splice(0).map((callback) => callback()).length,
    });
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
  await context.setOffline(true);
  const sign = page.getByRole("status").getByText("You’re offline. This page may be out of date.");
  await expect(sign).toBeVisible();
  // Content that loads when the page is idle cannot load now, but the banner stays.
  expect(await page.evaluate(() => Reflect.get(window, "rest")())).toBeGreaterThan(0);
  const failed = page.getByText("New transactions won’t appear automatically right now.");
  await expect(sign).toBeVisible();
  await expect(failed).toBeHidden();
  await context.setOffline(false);
  await expect(sign).toBeHidden();
  await expect(failed).toBeHidden();
});

test("offline: the banner does not overlap an open sheet", async ({ signedIn: page, context }) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(openSheet(page).getByRole("heading", { name: "Change password" })).toBeVisible();
  await context.setOffline(true);
  const sign = page.getByText("You’re offline. This page may be out of date.");
  await expect(sign).toBeVisible();
  await expect(async () => {
    const [above, sheet] = await Promise.all([sign.boundingBox(), openSheet(page).boundingBox()]);
    expect(above && sheet && above.y >= 0 && above.y + above.height <= sheet.y).toBe(true);
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(openSheet(page)).toHaveCount(0);
  // The notice moves down again shortly after the sheet has begun to close.
  await expect.poll(async () => (await sign.boundingBox())?.y ?? 0).toBeGreaterThan(600);
});

test("offline: the sign-in page opens without a network, in the reader's language", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem("tessera-locale", "zh-TW"));
  await page.goto("/login");
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "登入", exact: true })).toBeVisible();
  await expect(page.getByText(/離線/)).toBeVisible();
});

test("offline: API responses, secrets and sandbox pages are never cached", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  await untilKept(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
  await page.evaluate(() => fetch("/sandbox/mail").then((answer) => answer.text()));
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  const kept = await keptPaths(page);
  expect(kept).toContain("/");
  const files = /^\/(?:$|assets\/[^/]+\.(?:js|css|woff2)$|favicon\.svg$)/;
  expect(kept.filter((path) => !files.test(path))).toEqual([]);
});

test("offline: the console can be installed, in each language and theme", async ({
  page,
  request,
}) => {
  await page.goto("/login");
  const link = page.locator('link[rel="manifest"]');
  await expect(link).toHaveAttribute("href", "/manifest.en.light.webmanifest");
  await page.getByRole("button", { name: "Dark theme", exact: true }).click();
  await expect(link).toHaveAttribute("href", "/manifest.en.dark.webmanifest");
  for (const lang of ["en", "zh-CN", "zh-TW"]) {
    const answer = await request.get(`/manifest.${lang}.dark.webmanifest`);
    expect(answer.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ id: "/", lang, theme_color: "#0E1217" });
    for (const { src } of manifest.icons) {
      expect((await request.get(src)).status(), src).toBe(200);
    }
  }
  const worker = await request.get("/service-worker.js");
  expect(worker.headers()["cache-control"]).toBe("no-cache");
});

test.describe("updates: a new release", () => {
  let proxy: ReleaseProxy;
  test.beforeAll(async () => {
    proxy = await openReleaseProxy(serverOrigin());
  });
  test.afterAll(() => proxy.close());

  test("updates: a new release waits while a form is being filled in", async ({ page }) => {
    await page.goto(`${proxy.origin}/login`);
    await untilKept(page);
    const name = page.getByLabel("Username or email", { exact: true });
    await name.fill("half typed");
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    proxy.release();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe("installed");
    await expect(name).toHaveValue("half typed");
    const offer = page.getByText("A new version is ready.");
    await expect(offer).toBeHidden();
    expect(await page.evaluate(() => Reflect.get(window, "samePage"))).toBe(true);
    await name.fill("");
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await page.waitForFunction(() => Reflect.get(window, "samePage") === undefined);
    await expect(offer).toBeHidden();
    await untilKept(page);
  });
});
