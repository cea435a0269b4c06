import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import type { Customer } from "../../src/sandbox-client.ts";

const EXCHANGE_CALL = /\/api\/wallet\/exchanges$/;

interface Wallet {
  readonly balances: readonly { readonly currency: string; readonly available: string }[];
}

async function balancesOf(customer: Customer): Promise<Record<string, string>> {
  const { balances } = await customer.get<Wallet>("/api/wallet");
  return Object.fromEntries(balances.map(({ currency, available }) => [currency, available]));
}

/** Types an amount of dollars to exchange for euros, and returns the euros quoted. */
async function askFor(page: Page, dollars: string): Promise<string> {
  await page.getByLabel("Amount to exchange", { exact: true }).fill(dollars);
  await expect(page.getByText("To your EUR account")).toBeVisible();
  return page.getByLabel("Amount to receive", { exact: true }).inputValue();
}

async function review(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  for (const term of ["Your rate", "Mid rate", "Spread, included in your rate", "Source"]) {
    await expect(openSheet(page).getByText(term, { exact: true })).toBeVisible();
  }
}

test("exchange: from the wallet to the receipt, and both balances change as quoted", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("200.00");
  await page.goto("/wallet");
  await page.getByRole("link", { name: "Exchange", exact: true }).click();
  const euros = await askFor(page, "100");
  expect(euros).toMatch(/^[0-9]+\.[0-9]{2}$/);
  await expect(page.getByText("Rate over 30 days", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await review(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Exchange $100.00", exact: true }).dblclick();
  await expect(page.getByText("Exchanged", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/wallet\/exchange\?id=exc_/);
  await expectAccessible(page);
  expect(await balancesOf(customer)).toMatchObject({ USD: "100.00", EUR: euros });

  await page.reload();
  await page.getByRole("link", { name: "Movement in your EUR account" }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByText(`€${euros}`).first()).toBeVisible();
  await expect(sheet.getByText("$100.00")).toBeVisible();
  await expect(sheet.getByText("0.5%")).toBeVisible();
});

test.describe("exchange: refusals", () => {
  test.use({ tolerated: [/status of 409/] });

  test("exchange: an amount to receive is quoted, and swapping keeps it in its currency", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("200.00");
    await page.goto("/wallet/exchange");
    await page.getByLabel("Amount to receive", { exact: true }).fill("50");
    await expect(page.getByText("From your USD account")).toBeVisible();
    const dollars = await page.getByLabel("Amount to exchange", { exact: true }).inputValue();
    expect(Number(dollars)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Swap accounts" }).click();
    await expect(page.getByLabel("Amount to exchange", { exact: true })).toHaveValue("50");
    await expect(page.getByText("More than the €0.00 in this account")).toBeVisible();
  });

  test("exchange: more than the balance is refused, and nothing moves", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("20.00");
    await page.goto("/wallet/exchange");
    await page.getByLabel("Amount to exchange", { exact: true }).fill("20.01");
    await expect(page.getByText("More than the $20.00 in this account")).toBeVisible();
    await expect(page.getByRole("button", { name: "Review", exact: true })).toBeDisabled();
    expect(await balancesOf(customer)).toMatchObject({ USD: "20.00", EUR: "0.00" });
  });

  test("exchange: an expired quote moves nothing, and a new one can be confirmed", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("200.00");
    await page.clock.install();
    await page.goto("/wallet/exchange");
    await askFor(page, "100");
    await review(page);
    await page.clock.fastForward("01:10");
    const sheet = openSheet(page);
    await expect(sheet.getByText("This rate has expired. Nothing was exchanged.")).toBeVisible();
    const confirm = page.getByRole("button", { name: "Exchange $100.00", exact: true });
    await expect(confirm).toBeDisabled();
    expect(await balancesOf(customer)).toMatchObject({ USD: "200.00", EUR: "0.00" });
    await sheet.getByRole("button", { name: "Get a new rate" }).click();
    await expect(confirm).toBeEnabled();
    await confirm.click();
    await expect(page.getByText("Exchanged", { exact: true })).toBeVisible();
    expect((await balancesOf(customer)).USD).toBe("100.00");
  });
});

test.describe("exchange: a lost response", () => {
  test.use({ tolerated: [/ERR_CONNECTION_RESET|ERR_FAILED/] });

  test("exchange: a request whose response was lost is retried and exchanges once", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("200.00");
    await page.goto("/wallet/exchange");
    await askFor(page, "100");
    await review(page);
    const keys: (string | undefined)[] = [];
    await page.route(EXCHANGE_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) {
        // The server executes the request, but its response never arrives.
        await route.fetch();
        await route.abort("connectionreset");
      } else {
        await route.continue();
      }
    });
    await page.getByRole("button", { name: "Exchange $100.00", exact: true }).click();
    await expect(page.getByText("Exchanged", { exact: true })).toBeVisible();
    expect(new Set(keys).size, "one key for one intent").toBe(1);
    expect((await balancesOf(customer)).USD).toBe("100.00");
  });
});

test("exchange: without money, the screen says so and leads to a deposit", async ({
  signedIn: page,
}) => {
  await page.goto("/wallet/exchange");
  await expect(page.getByText("There is no money in your accounts to exchange.")).toBeVisible();
  await page.getByRole("link", { name: "Deposit", exact: true }).click();
  await expect(page).toHaveURL("/wallet/deposit");
});
