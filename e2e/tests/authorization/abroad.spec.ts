import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type CardDetails, call } from "../../src/sandbox-client.ts";

const SHOP = "Kettle & Crumpet";

/** Asks for 80 British pounds at a shop in London. */
async function askForPounds({ pan, cvv, expiryMonth, expiryYear }: CardDetails) {
  const merchant = { name: SHOP, mcc: "5812", country: "GB" };
  const card = { pan, cvv, expiryMonth, expiryYear };
  const body = { ...card, amount: "80.00", currency: "GBP", merchant };
  const { body: answer } = await call<{ code: string; authorizationId: string }>(
    serverOrigin(),
    "/sandbox/network/authorize",
    { body },
  );
  return answer;
}

test("abroad: a payment in pounds is checked ahead, held with a buffer and settled", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  const details = await customer.revealCard(id);

  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Will it go through?" }).click();
  const ahead = page.getByRole("dialog", { name: "Will it go through?" });
  await ahead.getByRole("textbox", { name: "Amount" }).fill("80");
  await ahead.getByRole("textbox", { name: "Merchant" }).fill(SHOP);
  await ahead.getByLabel("Currency").selectOption("GBP");
  await ahead.getByRole("button", { name: "Check", exact: true }).click();
  await expect(ahead.getByText(`Yes, 80.00 GBP at ${SHOP} would go through.`)).toBeVisible();
  await expect(ahead.getByText("Held until it settles")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const { authorizationId, code } = await askForPounds(details);
  expect(code).toBe("approved");
  await page
    .getByRole("button", { name: new RegExp(`^${SHOP}`) })
    .first()
    .click();
  await expect(page.getByText("We hold 3% more until the payment settles")).toBeVisible();
  await expect(page.getByText("80.00 GBP").first()).toBeVisible();
  await expect(page.getByText("1% of the converted amount").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await network.clear(authorizationId);
  await expect(page.getByText("We hold 3% more until the payment settles")).toBeHidden();
  await expect(page.getByText("Settled").first()).toBeVisible();
});

test("abroad: the owner blocks other currencies next to the card's limits", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  const details = await customer.revealCard(id);
  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "Set your own limits" }).click();
  const sheet = page.getByRole("dialog", { name: "Spending limits" });
  const allow = sheet.getByLabel(/Allow payments in other currencies/);
  await expect(allow).toBeChecked();
  await expectAccessible(page);
  await allow.uncheck();
  await sheet.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  expect((await askForPounds(details)).code).toBe("currency_blocked");
});

test("abroad: a decline offers to allow other currencies, and the next payment passes", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  const details = await customer.revealCard(id);
  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "Set your own limits" }).click();
  await page.getByLabel(/Allow payments in other currencies/).uncheck();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();
  expect((await askForPounds(details)).code).toBe("currency_blocked");
  await page.goto("/transactions?status=declined");
  await page.getByRole("button", { name: new RegExp(SHOP) }).click();
  await page.getByRole("button", { name: "Allow payments in other currencies" }).click();
  await expect(page.getByLabel(/Allow payments in other currencies/)).toBeChecked();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText(/Nothing blocks this payment anymore/)).toBeVisible();
  expect((await askForPounds(details)).code).toBe("approved");
});
