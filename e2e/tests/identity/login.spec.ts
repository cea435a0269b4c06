import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";

test("sign-in: a visitor without a session is asked to sign in", async ({ page }) => {
  await page.goto("/login");
  await expect(page).toHaveTitle(/Tessera/);
  await expect(page.locator("input[type=password]")).toBeVisible();
});

test("sign-in: signing in leads back to the deep link's target", async ({ page }) => {
  await page.goto("/wallet/deposit?currency=EUR");
  await expect(page).toHaveURL(/\/login\?/);
  const redirect = new URL(page.url()).searchParams.get("redirect");
  expect(redirect).toBe("/wallet/deposit?currency=EUR");
});

test("sign-in: the page is accessible", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("input[type=password]")).toBeVisible();
  await expectAccessible(page);
});
