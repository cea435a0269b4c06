import type { Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import type { Customer } from "../../src/sandbox-client.ts";

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  await page.getByLabel("Username or email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: "User Agreement" }).check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("sign-in: signing in leads back to the requested path", async ({ page, customer }) => {
  await page.goto("/bills?month=2026-01&q=north%20light#top");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  const asked = new URL(page.url()).searchParams.get("redirect");
  await signIn(page, customer);
  await expect(page).toHaveURL(/\/bills\?/);
  const { pathname, search, hash } = new URL(page.url());
  expect(`${pathname}${search}${hash}`).toBe(asked);
  expect(new URLSearchParams(search).get("q")).toBe("north light");
  expect(hash).toBe("#top");
});

for (const elsewhere of [
  "https://example.com/",
  "//example.com",
  "/\\example.com",
  "/%2Fexample.com",
  "javascript:alert(1)",
]) {
  test(`sign-in: signing in never leaves the origin for ${elsewhere}`, async ({
    page,
    customer,
  }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`);
    await signIn(page, customer);
    await expect(page).toHaveURL(`${serverOrigin()}/`);
    await expect(page.getByText("No cards yet")).toBeVisible();
  });
}

test.describe("sessions: expiry", () => {
  test.use({ tolerated: [/status of 401/] });

  test("sessions: an expired session leads to login with a message and leaves no data", async ({
    signedIn: page,
    customer,
  }) => {
    await page.goto("/wallet");
    await expect(page.getByText("Total assets")).toBeVisible();
    await customer.post("/api/auth/logout");
    // Either this call fails, or the event stream ended a moment earlier and removed the link.
    await page
      .getByRole("link", { name: "Card", exact: true })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await expect(page).toHaveURL(/\/login\?expired=1/);
    await expect(
      page.getByText("Your session has expired. Sign in again to continue."),
    ).toBeVisible();
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept).not.toContain("token");
    expect(kept).not.toContain("user");
    expect(kept).not.toContain("menus");
  });
});

test("navigation: an unknown path leads to home", async ({ signedIn: page }) => {
  await page.goto("/no/such/page?at=all");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
});

test("navigation: login is not shown to a signed-in user", async ({ signedIn: page }) => {
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

for (const isLate of [false, true]) {
  const late = isLate ? ", when the list comes late" : "";
  test(`navigation: returning from card creation restores the position${late}`, async ({
    signedIn: page,
  }) => {
    await page.goto("/card-selection");
    await page.getByRole("radio").last().scrollIntoViewIfNeeded();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const bottom = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return window.scrollY;
    });
    expect(bottom, "the list is longer than the screen").toBeGreaterThan(100);
    await page.getByRole("link", { name: "Create card", exact: true }).click();
    // Until the heading appears, the link back still belongs to the selection page.
    await expect(page.getByRole("heading", { name: "New card", level: 1 })).toBeVisible();
    await page
      .getByRole("link", { name: "Back", exact: true })
      .evaluate((link: HTMLElement, hide) => {
        document.body.hidden = hide;
        link.click();
      }, isLate);
    await expect(page).toHaveURL(/\/card-selection/);
    if (isLate) {
      await page.waitForTimeout(400);
      expect(await page.evaluate(() => window.scrollY), "the page is short yet").toBe(0);
      await page.evaluate(() => document.body.removeAttribute("hidden"));
    }
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(bottom);
  });
}
