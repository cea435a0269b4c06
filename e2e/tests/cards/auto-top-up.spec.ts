import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { call } from "../../src/sandbox-client.ts";

test("auto top-up: a card is topped up after a payment, at the fee its owner agreed to", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "30.00");
  const { pan, cvv, expiryMonth, expiryYear } = await customer.revealCard(id);

  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "Set up" }).click();
  const sheet = page.getByRole("dialog", { name: "Automatic top-up" });
  await expect(sheet.getByText(/3.5%. For \$100.00, the fee is \$3.50/)).toBeVisible();
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await expect(sheet.getByText("Enter an amount above zero.").first()).toBeVisible();
  await sheet.getByRole("textbox", { name: "If less than this is available" }).fill("20");
  await sheet.getByRole("textbox", { name: "Amount to add" }).fill("50");
  await expect(
    sheet.getByText(/For \$50.00, the fee is \$1.75, and \$51.75 leaves your USD account/),
  ).toBeVisible();
  await sheet.getByRole("textbox", { name: /Most per month/ }).fill("200");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole("button", { name: "Turn on" }).click();
  const question = page.getByRole("alertdialog", { name: "Top up this card automatically?" });
  await expect(question.getByText(/Up to \$200.00 a month .* fees included/)).toBeVisible();
  await question.getByRole("button", { name: "Agree" }).click();
  await expect(page.getByText("Automatic top-up is on")).toBeVisible();

  const merchant = { name: "Kettle & Crumpet", mcc: "5812", country: "GB" };
  const body = { pan, cvv, expiryMonth, expiryYear, amount: "15.00", currency: "USD", merchant };
  await call(serverOrigin(), "/sandbox/network/authorize", { body });
  const run = page.getByRole("listitem").filter({ hasText: "added, fee" });
  await expect(run).toContainText("$1.75", { timeout: 60_000 });
  await expect(page.getByRole("definition").filter({ hasText: "$200.00" })).toContainText("$51.75");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Automatic top-up is off")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});
