import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";

test("first steps: the checklist tracks real progress up to a payment, then disappears", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto("/");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("1 of 5 done")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await steps.getByRole("link", { name: "Make your first deposit" }).click();
  await expect(page).toHaveURL("/wallet/deposit");
  await page.goBack();

  await customer.fund("200.00");
  await expect(steps.getByText("2 of 5 done")).toBeVisible();
  const card = await customer.openCard();
  await customer.addFunds(card.id, "50.00");
  await expect(steps.getByText("4 of 5 done")).toBeVisible();

  await steps.getByRole("button", { name: "Pay with your card" }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByText(/play money/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Pay $12.00" }).click();
  await expect(page.getByText("$12.00 paid")).toBeVisible();
  const done = page.getByRole("region", { name: "You’re all set" });
  await expect(done.getByText("5 of 5 done")).toBeVisible();
  await expect(page.getByText("Tessera Test Shop")).toBeVisible();
  expect(await customer.get(`/api/cards/${card.id}`)).toMatchObject({ balance: "38.00" });

  await done.getByRole("button", { name: "Hide first steps" }).click();
  await expect(done).toBeHidden();
  await page.reload();
  await expect(page.getByText("Tessera Test Shop")).toBeVisible();
  await expect(page.getByText("5 of 5 done")).toBeHidden();
});

test("first steps: the checklist stays dismissed, but only for this customer", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("button", { name: "Hide first steps" }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Recent bills" })).toBeVisible();
  await expect(steps).toBeHidden();
  await page.evaluate(() => localStorage.setItem("tessera-welcome-ended", "{corrupt"));
  await page.reload();
  await expect(steps).toBeVisible();
});
