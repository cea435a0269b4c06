import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsOperator } from "../../src/operators.ts";
import { type CardDetails, type Customer, call } from "../../src/sandbox-client.ts";

/** Opens a card with a balance of 50.00 and returns its details as a merchant sees them. */
async function fundedCard(customer: Customer) {
  await customer.fund("200.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "50.00");
  return { id, details: await customer.revealCard(id) };
}

/** Pays one dollar and returns the network's code. */
async function pay({ pan, cvv, expiryMonth, expiryYear }: CardDetails): Promise<string> {
  const merchant = { name: "Muji Online", mcc: "5734", country: "US" };
  const card = { pan, cvv, expiryMonth, expiryYear };
  const body = { ...card, amount: "1.00", currency: "USD", merchant };
  const answer = await call<{ code: string }>(serverOrigin(), "/sandbox/network/authorize", {
    body,
  });
  return answer.body.code;
}

/** Enters a wrong CVV until the card is frozen for verification. */
async function guess(details: CardDetails): Promise<void> {
  const cvv = details.cvv.startsWith("9") ? "000" : "999";
  await Promise.all(Array.from({ length: 12 }, () => pay({ ...details, cvv })));
  expect(await pay(details)).toBe("card_frozen_verification");
}

test("verification hold: the owner confirms that the card is safe", async ({
  signedIn: page,
  customer,
  mailbox,
}) => {
  const { id, details } = await fundedCard(customer);
  await page.goto(`/cards/${id}`);
  await guess(details);
  await expect(page.getByText("This card is on hold: check it")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const texts = async () => (await mailbox.to(customer.email)).map(({ text }) => text);
  await expect.poll(texts).toContainEqual(expect.stringContaining(`/cards/${id}`));

  await page.getByRole("button", { name: "The card is safe" }).click();
  const sheet = page.getByRole("dialog", { name: "Is this card safe?" });
  await sheet.getByLabel("Password", { exact: true }).fill(customer.password);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "The card is safe" }).click();
  await expect(page.getByText("Hold lifted. The card can make payments again")).toBeVisible();
  await expect(page.getByText("This card is on hold: check it")).toBeHidden();
  expect(await pay(details)).toBe("approved");
});

test("verification hold: a declined payment explains the hold and how to confirm", async ({
  signedIn: page,
  customer,
}) => {
  const { id, details } = await fundedCard(customer);
  await guess(details);
  await page.goto(`/cards/${id}`);
  await page
    .getByRole("button", { name: /^Muji Online/ })
    .first()
    .click();
  await expect(page.getByText(/The card was on hold after wrong details/).first()).toBeVisible();
  await page.getByRole("button", { name: "Confirm that the card is safe" }).click();
  const sheet = page.getByRole("dialog", { name: "Is this card safe?" });
  await sheet.getByLabel("Password", { exact: true }).fill(customer.password);
  await sheet.getByRole("button", { name: "The card is safe" }).click();
  await expect(page.getByText("Hold lifted. The card can make payments again")).toBeVisible();
  expect(await pay(details)).toBe("approved");
});

test("verification hold: an operator lifts the hold with a note", async ({ browser, customer }) => {
  const { details } = await fundedCard(customer);
  await guess(details);
  const context = await browser.newContext({
    baseURL: serverOrigin(),
    viewport: { width: 1280, height: 900 },
    timezoneId: "UTC",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await openAsOperator(page, "admin", { "tessera-locale": "en" });
  await page.goto("/system/customers");
  await page.getByLabel("Find a customer").fill(customer.email);
  await page.getByRole("link", { name: customer.email }).click();
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.getByRole("button", { name: /^Lift the verification hold on/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox").fill("The customer called and knows the merchant");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Lift the hold" }).click();
  await expect(page.getByText("Hold lifted")).toBeVisible();
  expect(await pay(details)).toBe("approved");
  await context.close();
});
