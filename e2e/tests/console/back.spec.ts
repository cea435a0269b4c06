import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";

/** Finds the first visible link to a path. */
function linkTo(page: Page, path: string): Locator {
  return page.locator(`a[href="${path}"]:visible`).first();
}

for (const [device, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desk", { width: 1280, height: 900 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test("Back: first closes the sheet, then leaves the page", async ({
      signedIn: page,
      customer,
    }) => {
      await customer.fund("50.00");
      const card = await customer.openCard();
      await page.goto("/wallet");
      await expect(page.getByText("Total assets")).toBeVisible();
      await linkTo(page, "/").click();
      await linkTo(page, `/cards/${card.id}`).click();
      // The home page on a wide screen has the same buttons.
      await expect(page.getByRole("link", { name: "Back", exact: true })).toBeVisible();
      const opener = page.getByRole("button", { name: "Add funds", exact: true });
      await opener.click();
      await openSheet(page).getByLabel("Amount to add").fill("12.00");
      await page.goBack();
      await expect(openSheet(page)).toHaveCount(0);
      await expect(page).toHaveURL(`/cards/${card.id}`);
      await expect(opener).toBeFocused();

      await opener.click();
      await openSheet(page).getByRole("button", { name: "Close", exact: true }).click();
      await expect(openSheet(page)).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL("/");
      await page.goForward();
      await expect(page).toHaveURL(`/cards/${card.id}`);
    });

    test("Back: undoes only the step that added a history entry", async ({
      signedIn: page,
      customer,
    }) => {
      await customer.fund("50.00");
      await customer.openCard();
      await page.goto("/");
      await linkTo(page, "/bills").click();
      await page
        .getByRole("button", { name: /^Deposit/ })
        .first()
        .click();
      await expect(openSheet(page)).toBeVisible();
      await expect(page).toHaveURL(/open=/);
      await page.goBack();
      await expect(openSheet(page)).toHaveCount(0);
      await expect(page).toHaveURL("/bills");
      await page.goBack();
      await expect(page).toHaveURL("/");
    });
  });
}

test("Back: closes a confirmation dialog without performing the action", async ({
  signedIn: page,
}) => {
  await page.goto("/wallet");
  await linkTo(page, "/profile").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page).toHaveURL("/profile");
});

test("Back: keeps the scroll position of the page under a sheet", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto("/wallet");
  await linkTo(page, "/profile").click();
  // Waits until everything has loaded, because late content would shift what is below it.
  await expect(page.getByRole("button", { name: `Email ${customer.email}` })).toBeVisible();
  await expect(page.getByText("Risk: not enough data yet")).toBeVisible();
  const opener = page.getByRole("button", { name: "Change password" });
  await opener.evaluate((button) => button.scrollIntoView({ block: "center" }));
  const scrollY = () => page.evaluate(() => window.scrollY);
  const before = await scrollY();
  expect(before).toBeGreaterThan(0);
  await opener.click();
  await openSheet(page).getByLabel("Current password").fill("half of a");
  await page.goBack();
  await expect(openSheet(page)).toHaveCount(0);
  // The history entry is removed a moment after the sheet has closed.
  await page.waitForTimeout(300);
  await expect(page).toHaveURL("/profile");
  expect(await scrollY()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL("/wallet");
});

test("Back: closes anything on top of an editor before it asks about unsaved changes", async ({
  signedIn: page,
}) => {
  await page.goto("/risk-strategies");
  await page.getByRole("link", { name: "Start from a template" }).click();
  await page.getByRole("link", { name: "Cap single payments" }).click();
  const name = page.getByLabel("Rule name");
  await name.fill("Middling payments");
  await page.getByRole("button", { name: "Save rule", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Save rule" })).toBeVisible();
  // The page leaves and comes back, a moment after it has closed what was on top.
  const editor = page.url();
  await page.goBack();
  await expect(page).toHaveURL(editor);
  await expect(openSheet(page)).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(name).toHaveValue("Middling payments");
  await page.goBack();
  await expect(page).toHaveURL(editor);
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(editor);
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Middling payments");
  await page.goBack();
  await expect(page).toHaveURL(editor);
  await expect(question).toBeVisible();
  await question.getByRole("button").last().click();
  await expect(name).toBeHidden();
  await expect(page).not.toHaveURL(/rule=/);
});
