import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import { openAsOperator } from "../../src/operators.ts";

test("reconciliation: an operator compares the ledger from the dashboard", async ({ page }) => {
  await openAsOperator(page, "reviewer");
  await page.goto("/system/board");
  await expect(page.getByRole("heading", { name: /^Reserves/ })).toBeVisible();
  // The tiles of a bar, which only the build for browsers shows or loses, after the first reading.
  await expect(async () => {
    await page.reload();
    const tile = page.locator("dl dd > span[aria-hidden=true] > span").first();
    await expect(tile).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Banks/ }).click();
  await expect(page.getByRole("heading", { name: "Reconciliation" })).toBeVisible();
  const answer = page.waitForResponse((one) => one.url().endsWith("/reconciliation/runs"));
  await page.getByRole("button", { name: "Compare now" }).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText(/^Compared/).first()).toBeVisible();
  await expect(page.getByText("No provider is configured")).toBeVisible();
  const chip = page.getByRole("button", { name: "Resolved", exact: true });
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Over a week" }).click();
  await expect(page.getByText("There are no such breaks.")).toBeVisible();
  await expectAccessible(page);
});
