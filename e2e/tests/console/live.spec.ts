import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { openCardNetwork } from "../../src/card-network.ts";
import { expect, test } from "../../src/fixtures.ts";
import { type Customer, createCustomer } from "../../src/sandbox-client.ts";
import { makeHome, startAt } from "../../src/tessera-process.ts";

const EVENTS = "**/api/events";
const RECENT_BILLS = "**/api/bills?limit=5";
const SHOP = "Quiet Books";

/** Opens a page that must not reload, and waits until its event stream is open. */
async function openLive(page: Page, address: string): Promise<void> {
  const opened = page.waitForResponse(EVENTS);
  await page.goto(address);
  expect((await opened).status()).toBe(200);
  await page.evaluate(() => {
    document.body.dataset.loaded = "once";
  });
}

async function expectNotReloaded(page: Page): Promise<void> {
  await expect(page.locator("body")).toHaveAttribute("data-loaded", "once");
}

async function fundedCard(customer: Customer) {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "100.00");
  return { id, details: await customer.revealCard(id) };
}

test("live updates: a purchase appears in two tabs without a reload", async ({
  signedIn: home,
  customer,
  network,
}) => {
  const { id, details } = await fundedCard(customer);
  await openLive(home, "/");
  const cardPage = await home.context().newPage();
  await openLive(cardPage, `/cards/${id}`);
  for (const page of [home, cardPage]) {
    await expect(page.getByText("$100.00").first()).toBeVisible();
  }

  const { authorizationId } = await network.authorize(details, "12.34", SHOP);
  for (const page of [home, cardPage]) {
    await expect(page.getByText(SHOP).first()).toBeVisible();
  }
  await network.clear(authorizationId);
  for (const page of [home, cardPage]) {
    await expect(page.getByText("$87.66").first()).toBeVisible();
    await expectNotReloaded(page);
  }
});

test("live updates: a deposit’s confirmations count up without a reload", async ({
  signedIn: page,
  customer,
}) => {
  const { id } = await customer.post<{ readonly id: string }>("/api/wallet/deposits", {
    asset: "USDT",
    network: "ERC20",
    amount: "40.00",
    currency: "USD",
  });
  await openLive(page, `/wallet/deposit?id=${id}`);
  await expect(page.getByRole("heading", { name: "Waiting for payment" })).toBeVisible();
  await customer.post("/sandbox/chain/pay", { depositId: id });
  await expect(page.getByRole("heading", { name: "Deposit completed" })).toBeVisible({
    timeout: 180_000,
  });
  await expectNotReloaded(page);
});

base(
  "a stream that was cut resumes where it was, and says so when that takes long",
  async ({ browser }) => {
    base.setTimeout(600_000);
    const home = await makeHome();
    let server = await startAt(home, "server");
    try {
      const customer = await createCustomer(home.origin);
      const { details } = await fundedCard(customer);
      const context = await browser.newContext({ baseURL: home.origin });
      const page = await signedInPage(context, customer);
      await openLive(page, "/");
      await expect(page.getByText("$100.00").first()).toBeVisible();
      // Bills are the last part of the home page to load. Once they have loaded, and once failed
      // requests have been retried or abandoned, only an event can reload them.
      await expect(page.getByRole("link", { name: "View all" })).toBeVisible();

      await context.route(EVENTS, (route) => route.abort());
      await server.end("SIGINT");
      server = await startAt(home, "server");
      await expect(page.getByText("Reconnecting…")).toBeVisible();
      await openCardNetwork(home.origin).authorize(details, "12.34", SHOP);

      const resumed = page.waitForRequest(EVENTS, { timeout: 180_000 });
      const told = page.waitForRequest(RECENT_BILLS, { timeout: 180_000 });
      await context.unroute(EVENTS);
      expect((await resumed).headers()["last-event-id"]).toMatch(/^[0-9]+$/);
      await told;
      await expect(page.getByText(SHOP)).toHaveCount(1);
      await expect(page.getByText("Reconnecting…")).toHaveCount(0);
      await expectNotReloaded(page);
      await context.close();
    } finally {
      await server.end("SIGINT");
      home.removeData();
    }
  },
);

async function signedInPage(context: BrowserContext, { stored }: Customer): Promise<Page> {
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  return context.newPage();
}
