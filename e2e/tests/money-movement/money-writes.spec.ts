import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import type { Card, Customer } from "../../src/sandbox-client.ts";

const FUNDED = "200.00";
/** 200.00 minus the opening fee of 1.50, the load of 50.00 and its fee of 1.75. */
const ACCOUNT_AFTER_ONE = "146.75";
const DEPOSIT_CALL = /\/api\/cards\/[^/]+\/deposit$/;

async function openFundedCard(customer: Customer): Promise<Card> {
  await customer.fund(FUNDED);
  return customer.openCard();
}

/** Opens "add funds" on a card's page and continues to the confirmation. */
async function reviewFifty(page: Page, cardId: string): Promise<void> {
  await page.goto(`/cards/${cardId}`);
  await page.getByRole("button", { name: "Add funds", exact: true }).click();
  await page.getByLabel("Amount to add", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.getByText("Review and confirm")).toBeVisible();
}

async function expectChargedOnce(customer: Customer, cardId: string): Promise<void> {
  expect(await customer.accountBalance()).toBe(ACCOUNT_AFTER_ONE);
  expect((await customer.get<Card>(`/api/cards/${cardId}`)).balance).toBe("50.00");
  const { data } = await customer.get<{ readonly data: readonly unknown[] }>(
    `/api/bills?cardId=${cardId}&kind=card_deposit`,
  );
  expect(data).toHaveLength(1);
}

test("money writes: pressing confirm twice charges only once", async ({
  signedIn: page,
  customer,
}) => {
  const card = await openFundedCard(customer);
  await reviewFifty(page, card.id);
  await page.getByRole("button", { name: "Add $50.00", exact: true }).dblclick();
  await expect(page.getByText("$50.00 added")).toBeVisible();
  await expectChargedOnce(customer, card.id);
});

test.describe("money writes: a lost response", () => {
  test.use({ tolerated: [/ERR_CONNECTION_RESET|ERR_FAILED/] });

  test("money writes: a request whose response was lost is retried and charges only once", async ({
    signedIn: page,
    customer,
  }) => {
    const card = await openFundedCard(customer);
    await reviewFifty(page, card.id);
    const keys: (string | undefined)[] = [];
    await page.route(DEPOSIT_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) {
        // The server executes the request, but its response never arrives.
        await route.fetch();
        await route.abort("connectionreset");
      } else {
        await route.continue();
      }
    });
    await page.getByRole("button", { name: "Add $50.00", exact: true }).click();
    await expect(page.getByText("$50.00 added")).toBeVisible();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size, "one key for one intent").toBe(1);
    await expectChargedOnce(customer, card.id);
  });
});

test("deposits: an unpaid deposit is kept until the customer cancels it", async ({
  signedIn: page,
  customer,
}) => {
  const asked = { asset: "USDT", network: "TRC20", amount: "20.00", currency: "USD" };
  const { id } = await customer.post<{ readonly id: string }>("/api/wallet/deposits", asked);
  await page.goto(`/wallet/deposit?id=${id}`);
  const cancel = page.getByRole("button", { name: "Cancel deposit" });
  const dialog = page.getByRole("alertdialog", { name: "Cancel this deposit?" });
  await cancel.click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toBeHidden();
  await cancel.click();
  let sent = 0;
  page.on("request", (request) => {
    sent += request.url().endsWith("/cancel") ? 1 : 0;
  });
  await dialog.getByRole("button", { name: "Cancel deposit" }).dblclick();
  await expect(page.getByText("Deposit canceled").first()).toBeVisible();
  await expect(cancel).toBeHidden();
  expect(sent).toBe(1);
});

test("deposits: the customer finds an open deposit again after a reload", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto("/wallet/deposit");
  await page.getByLabel("Amount in USDT", { exact: true }).fill("75");
  await page.getByText("ERC20", { exact: true }).click();
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/wallet/deposits"));
  await page.getByRole("button", { name: "Get deposit address" }).click();
  const { address } = (await (await answered).json()) as { readonly address: string };
  await expect(page.locator("main")).toContainText(address);
  await page.reload();
  await expect(page.locator("main")).toContainText(address);
  // Blocks are fast here, so every frame is checked.
  const detected = page.waitForFunction(() =>
    document.body.textContent.includes("Payment detected"),
  );
  await page.getByRole("button", { name: "Simulate payment" }).click();
  await detected;
  await page.reload();
  await expect(page.getByText("Deposit completed")).toBeVisible();
  expect(await customer.accountBalance()).toBe("75.00");
});
