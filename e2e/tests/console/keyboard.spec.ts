import { expect, test } from "../../src/fixtures.ts";
import { tabTo } from "../../src/tab-to.ts";

test("keyboard: a customer signs in and adds funds without a pointer", async ({
  page,
  customer,
}) => {
  await customer.fund("100.00");
  const card = await customer.openCard();
  await page.addInitScript(() =>
    localStorage.setItem("tessera-announcement-hidden-at", String(Date.now())),
  );
  await page.goto(`/cards/${card.id}`);
  await tabTo(page, page.getByLabel("Username or email", { exact: true }));
  await page.keyboard.type(customer.email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(customer.password);
  await tabTo(page, page.getByRole("checkbox", { name: "User Agreement" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/cards/${card.id}`);

  const opener = page.getByRole("button", { name: "Add funds", exact: true });
  await expect(opener).toBeVisible();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const amount = page.getByLabel("Amount to add", { exact: true });
  await expect(amount).toBeFocused();
  await page.keyboard.type("40");
  await expect(page.getByRole("button", { name: "Review", exact: true })).toBeEnabled();
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("button", { name: "Add $40.00", exact: true });
  await expect(confirm).toBeVisible();
  await tabTo(page, confirm);
  await page.keyboard.press("Enter");
  await expect(page.getByText("$40.00 added")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(opener, "focus returns to what opened the sheet").toBeFocused();
  expect(await customer.accountBalance()).toBe("57.10");
});

test("keyboard: Escape closes a sheet", async ({ signedIn: page, customer }) => {
  await customer.fund("10.00");
  const card = await customer.openCard();
  await page.goto(`/cards/${card.id}`);
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});
