import type { Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";

const HIDDEN_AT = "tessera-announcement-hidden-at";

/** Makes dismissed announcements reappear on every load from now on. */
async function announce(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    if (sessionStorage.getItem("e2e-announced") === null) {
      sessionStorage.setItem("e2e-announced", "yes");
      localStorage.removeItem(key);
    }
  }, HIDDEN_AT);
}

/** Expects announcements on this load and on the next, but not after they are dismissed. */
async function popUpTwice(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const dialog = openSheet(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(dialog).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), HIDDEN_AT)).toBeNull();
  await dialog.getByRole("checkbox", { name: "Don’t show again for 24 hours" }).check();
  await page.keyboard.press("Escape");
  const asked = page.waitForResponse("**/api/announcements/active");
  await page.reload();
  await asked;
  await expect(page.getByRole("main").or(page.getByRole("heading").first()).first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

test.describe("deep links: unknown paths", () => {
  test("deep links: an unknown path leads to home", async ({ signedIn: page }) => {
    for (const path of [
      "/wallet/xyz",
      "/cards/a/b",
      "/profile/x",
      "/login/x",
      "/legal/terms/x",
      "/WALLET",
      "/nope.txt",
      "/legal/terms.pdf",
      "/cards/card_1/x.y",
      "/bills//",
      "//wallet",
      "//example.com/x",
      "/%zz",
    ]) {
      await test.step(path, async () => {
        await page.goto(`${serverOrigin()}${path}`);
        await expect(page).toHaveURL(`${serverOrigin()}/`);
        await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
      });
    }
  });

  test("deep links: an unknown path leads a visitor to login, then home", async ({ page }) => {
    await page.goto("/wallet/xyz?a=1");
    await expect(page).toHaveURL(`${serverOrigin()}/login?redirect=%2F`);
  });
});

test("deep links: a trailing slash is removed, and the rest of the path is kept", async ({
  signedIn: page,
}) => {
  await page.goto("/bills/?month=2026-01#top");
  await expect(page).toHaveURL("/bills?month=2026-01#top");
});

test("deep links: signing in preserves the requested path exactly", async ({ page, customer }) => {
  const asked = "/wallet?a=1&b=x%20y&e=&a=2#top";
  await page.goto(asked);
  await expect(page).toHaveURL(/\/login\?/);
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(asked);
  await page.getByLabel("Username or email", { exact: true }).fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("checkbox", { name: "User Agreement" }).check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${serverOrigin()}${asked}`);
});

test.describe("announcements on load", () => {
  test("announcements: unread announcements pop up on load, and again on the next load", async ({
    signedIn: page,
  }) => {
    await announce(page);
    for (const path of ["/", "/wallet", "/profile", "/bills", "/wallet/deposit"]) {
      await test.step(path, () => popUpTwice(page, path));
      await page.evaluate(() => sessionStorage.removeItem("e2e-announced"));
    }
  });

  test("announcements: the bell in the profile opens them, and each dot opens one", async ({
    signedIn: page,
  }) => {
    await page.goto("/profile");
    await page.getByRole("button", { name: /^Announcements/ }).click();
    const dialog = openSheet(page);
    const dots = dialog.getByRole("button", { name: /^Go to announcement/ });
    await expect(dots.nth(1)).toBeVisible();
    const first = await dialog.getByRole("heading").first().textContent();
    const last = dots.last();
    const box = await last.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await last.click();
    await expect(last).toHaveAttribute("aria-current", "true");
    await expect(dialog.getByRole("heading").first()).not.toHaveText(first ?? "");
    await expect(dialog.getByRole("button", { name: "Got it", exact: true })).toBeVisible();
  });

  test("announcements: a customer can read them again on the announcements page", async ({
    signedIn: page,
  }) => {
    await page.goto("/profile");
    await page.getByRole("link", { name: "Announcements", exact: true }).click();
    await expect(page).toHaveURL("/system/announcements");
    // Other tests publish and delete announcements at the same time.
    await expect(async () => {
      const { length } = await (await page.request.get("/api/announcements/active")).json();
      await page.reload();
      await expect(page.getByRole("article").first()).toBeVisible();
      expect(await page.getByRole("article").count()).toBeGreaterThanOrEqual(length);
    }).toPass();
    await expect(page.getByText("No announcements right now.")).toBeHidden();
  });
});

test("legal documents: each shows its version, its date, and the published figures", async ({
  page,
}) => {
  await page.goto("/legal/terms");
  const versions = page.getByText(/^Version \d+, effective from \d+ \w+ \d{4}$/);
  await expect(versions.first()).toBeVisible();
  await expect.poll(() => versions.count()).toBeGreaterThan(1);
  for (const text of ["$1.50 per USD card", "¥10.70 per CNY card", "€1.30 per EUR card"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByText(/between 10\.00 and 100,000\.00 of the asset/)).toBeVisible();
  await expect(page.getByText("Premium · USD")).toBeVisible();
});

test.describe("sign-in: errors", () => {
  test.use({ tolerated: [/status of 401/] });

  test("sign-in: an error is cleared when the customer leaves the login page", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Username or email", { exact: true }).fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("checkbox", { name: "User Agreement" }).check();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await expect(page.getByLabel("Username or email", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();
  });
});
