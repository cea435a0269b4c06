import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type CardDetails, call } from "../../src/sandbox-client.ts";

const SHOP = "Kettle & Crumpet";

/** Asks for an amount at a shop. */
async function ask(
  { pan, cvv, expiryMonth, expiryYear }: CardDetails,
  amount: string,
  name: string = SHOP,
) {
  const merchant = { name, mcc: "5812", country: "GB" };
  const body = { pan, cvv, expiryMonth, expiryYear, amount, currency: "USD", merchant };
  const { body: answer } = await call<{ code: string; authorizationId: string }>(
    serverOrigin(),
    "/sandbox/network/authorize",
    { body },
  );
  return answer;
}

test("draw: a card pays from the account what it lacks, once its owner has agreed", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  const details = await customer.revealCard(id);
  expect((await ask(details, "20.00")).code).toBe("insufficient_card_balance");

  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Draw on the account" }).click();
  const sheet = page.getByRole("dialog", { name: "Draw on the account" });
  await expect(sheet.getByText(/3.5% of the amount drawn \(\$3.50 for \$100.00\)/)).toBeVisible();
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await expect(sheet.getByText("Enter an amount above zero.")).toBeVisible();
  await sheet.getByRole("textbox", { name: /Daily maximum/ }).fill("50");
  await sheet.getByLabel(/Only for these merchants/).check();
  await sheet.getByRole("textbox", { name: "Merchants" }).fill(SHOP);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole("button", { name: "Turn on" }).click();
  const question = page.getByRole("alertdialog", { name: "Draw on the account?" });
  await expect(question.getByText(/up to \$50.00 a day from your USD account/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Agree" }).click();
  await expect(page.getByText("This card draws on the account")).toBeVisible();

  const { authorizationId, code } = await ask(details, "20.00");
  expect(code).toBe("approved");
  await network.clear(authorizationId);
  await page.goto("/transactions");
  await page
    .getByRole("button", { name: new RegExp(`^${SHOP}.*20`) })
    .first()
    .click();
  await expect(page.getByText("Settled").first()).toBeVisible();

  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /Draw on the account/ }).click();
  await expect(page.getByText("Drawn today: $20.70")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("This card no longer draws on the account")).toBeVisible();
  expect((await ask(details, "20.00")).code).toBe("insufficient_card_balance");
});

test("draw: a merchant to keep paid is chosen from past payments, and paid alone", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  const details = await customer.revealCard(id);
  expect((await ask(details, "20.00")).code).toBe("insufficient_card_balance");

  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Draw on the account" }).click();
  const sheet = page.getByRole("dialog", { name: "Draw on the account" });
  await sheet.getByLabel("Draw for any payment above the balance").uncheck();
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await expect(sheet.getByText("Name at least one merchant.")).toBeVisible();
  await sheet.getByRole("button", { name: `Add ${SHOP}` }).click();
  await sheet.getByRole("textbox", { name: /Daily maximum for these merchants/ }).fill("41.40");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole("button", { name: "Turn on" }).click();
  const question = page.getByRole("alertdialog", { name: "Draw on the account?" });
  await expect(question.getByText(/up to \$41.40 a day from your USD account/)).toBeVisible();
  await question.getByRole("button", { name: "Agree" }).click();
  await expect(page.getByText("This card draws on the account")).toBeVisible();

  expect((await ask(details, "20.00")).code).toBe("approved");
  expect((await ask(details, "20.00", "Another shop")).code).toBe("insufficient_card_balance");
  await page.reload();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /Draw on the account/ }).click();
  await expect(page.getByText("Drawn by them today: $20.70")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${SHOP}` }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("This card no longer draws on the account")).toBeVisible();
});
