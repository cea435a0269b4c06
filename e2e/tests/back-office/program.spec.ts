import type { Browser, Locator, Page } from "@playwright/test";
import { type SandboxServer, startSandboxServer } from "../../../scripts/sandbox-server.ts";
import { openCardNetwork } from "../../src/card-network.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { administrator, openAsAdministrator } from "../../src/operators.ts";
import { type Customer, call, createCustomer } from "../../src/sandbox-client.ts";
import { untranslatedTexts } from "../../src/screen-faults.ts";
import { smallTargets } from "../../src/target-size.ts";
import { englishTextsOf, type Locale, wordsOf } from "../../src/words.ts";

// Fees affect everyone and the clock only moves forward, so these tests use a separate server.
test.describe.configure({ mode: "serial" });
let server: SandboxServer;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startSandboxServer();
});
test.afterAll(() => server.stop());

const SEGMENTS = "/api/admin/programme/segments";
const WIDE = { width: 1280, height: 900 };

async function comeAsAdministrator(page: Page, path: string, locale: Locale = "en") {
  await openAsAdministrator(page, { "tessera-locale": locale }, server.origin);
  await page.goto(`${server.origin}${path}`);
}

/** Opens a customer's page alongside the operator's page. */
async function pageOf(browser: Browser, { stored }: Customer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  return context.newPage();
}

interface Segment {
  readonly id: string;
  readonly bin: string;
  readonly stock: number;
  readonly [field: string]: unknown;
}

async function segmentOf(bin: string): Promise<Segment> {
  const { token } = await administrator(server.origin);
  const { body } = await call<{ data: Segment[] }>(server.origin, SEGMENTS, { token });
  const found = body.data.find((one) => one.bin === bin);
  if (found === undefined) {
    throw new Error(`There is no card product with the BIN ${bin}.`);
  }
  return found;
}

/** Changes a product, as another administrator would at the same time. */
async function changeElsewhere(bin: string, over: object): Promise<void> {
  const { token } = await administrator(server.origin);
  const segment = await segmentOf(bin);
  const { id, charged: _, stock: __, issued, changedBy, changedAt, ...body } = segment;
  const answer = await fetch(`${server.origin}${SEGMENTS}/${id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...body, ...over }),
  });
  expect(answer.status).toBe(200);
}

/** Sends a clearing message with an unknown reference for a customer's card. */
async function strayClearing(customer: Customer, amount: string, shop: string): Promise<void> {
  await customer.fund("200.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "100.00");
  const details = await customer.revealCard(id);
  await openCardNetwork(server.origin).authorize(details, "45.00", shop);
  const { status } = await call(server.origin, "/sandbox/network/clear", {
    body: {
      networkReference: crypto.randomUUID().slice(0, 12),
      messageId: crypto.randomUUID(),
      amount,
      payment: {
        pan: details.pan,
        currency: "USD",
        merchant: { name: shop, mcc: "5734", country: "US" },
      },
    },
  });
  expect(status).toBe(200);
}

test("fees: new fees are previewed, published in advance, and then quoted to customers", async ({
  page,
  browser,
}) => {
  const customer = await createCustomer(server.origin);
  await customer.fund("500.00");
  const card = await customer.openCard();
  const asked = { operation: "deposit", amount: "100.00" };
  const before = await customer.post<{ fee: string }>(`/api/cards/${card.id}/quote`, asked);
  expect(before.fee).toBe("3.50");

  await comeAsAdministrator(page, "/system/programme?tab=fees");
  await page.getByLabel("Fee for adding funds").fill("4.25");
  const from = new Date(Date.now() + 6 * 60_000).toISOString().slice(0, 16);
  await page.getByLabel("In force from").fill(from);
  const row = page.getByRole("row", { name: /Adding \$100\.00 to a card/ });
  await expect(row).toContainText("$103.50");
  await expect(row).toContainText("$104.25");
  await expect(page.getByText("1 quote is open.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Fees published")).toBeVisible();
  await expect(page.getByText("Scheduled", { exact: true })).toBeVisible();

  const still = await customer.post<{ fee: string }>(`/api/cards/${card.id}/quote`, asked);
  expect(still.fee).toBe("3.50");
  await call(server.origin, "/sandbox/clock", { body: { advanceSeconds: 420 } });

  const theirs = await pageOf(browser, customer);
  await theirs.goto(`${server.origin}/cards/${card.id}`);
  await theirs.getByRole("button", { name: "Add funds", exact: true }).first().click();
  await theirs.getByLabel("Amount to add", { exact: true }).fill("100");
  await theirs.getByRole("button", { name: "Review", exact: true, disabled: false }).click();
  await expect(theirs.getByText("$104.25").first()).toBeVisible();
  await theirs.context().close();
});

test.describe("card products: concurrent changes", () => {
  test.use({ tolerated: [/status of 409/] });

  test("card products: the second of two editors is warned and can overwrite the product", async ({
    page,
  }) => {
    const say = wordsOf("zh-CN");
    const bin = "356841";
    const { id } = await segmentOf(bin);
    await page.setViewportSize(WIDE);
    await comeAsAdministrator(page, `/system/programme?open=${id}`, "zh-CN");
    const open = page.getByRole("checkbox", { name: say("Available to customers") });
    await open.uncheck();
    await changeElsewhere(bin, { openingFee: "1.00" });
    await page.getByRole("button", { name: say("Save"), exact: true }).click();
    await expect(page.getByText(/由 admin 更改/)).toBeVisible();
    await page.getByRole("button", { name: say("Save my version") }).click();
    await expect(page.getByText(say("Card product saved"))).toBeVisible();
    await expect(page.getByText(say("Hidden"), { exact: true }).first()).toBeVisible();
    const customer = await createCustomer(server.origin);
    const { data } = await customer.get<{ data: { bin: string }[] }>("/api/card-segments");
    expect(data.map((one) => one.bin)).not.toContain(bin);

    const { stock } = await segmentOf(bin);
    await page.getByText(say("Remove"), { exact: true }).click();
    await page.getByLabel(say("Number of cards")).fill("7");
    await page.getByLabel(say("Why")).fill("发卡方收回");
    await page.getByRole("button", { name: say("Remove stock") }).click();
    await expect(page.getByText(say("Stock changed"))).toBeVisible();
    expect((await segmentOf(bin)).stock).toBe(stock - 7);
    await expectAccessible(page);
  });
});

test("unmatched messages: an operator matches one message and dismisses another", async ({
  page,
}) => {
  const say = wordsOf("zh-TW");
  const customer = await createCustomer(server.origin);
  await strayClearing(customer, "40.00", "Harbor Books");
  await comeAsAdministrator(page, "/system/network?state=waiting", "zh-TW");
  await page.getByRole("link", { name: /Harbor Books/ }).click();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: say("Match"), exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("$40.00");
  await dialog.getByRole("button", { name: say("Match"), exact: true }).click();
  await expect(page.getByText(say("Message matched"))).toBeVisible();
  const detail = page.getByRole("main");
  await expect(detail.getByText(say("Matched"), { exact: true })).toBeVisible();
  const { data } = await customer.get<{ data: { balance: string }[] }>("/api/cards");
  expect(data[0]?.balance).toBe("60.00");

  await strayClearing(await createCustomer(server.origin), "12.00", "Corner Shop");
  await page.goto(`${server.origin}/system/network?state=waiting`);
  await page.getByRole("link", { name: /Corner Shop/ }).click();
  await page.getByRole("button", { name: say("Dismiss"), exact: true }).click();
  await dialog.getByRole("button", { name: say("Dismiss"), exact: true }).click();
  await expect(dialog.getByText(say("This field is required."))).toBeVisible();
  await dialog.getByLabel(say("Why")).fill("重複寄送");
  await dialog.getByRole("button", { name: say("Dismiss"), exact: true }).click();
  await expect(page.getByText("重複寄送")).toBeVisible();
});

test("dashboard: has a table view, works by keyboard, and fits phones and desktops", async ({
  page,
}) => {
  await comeAsAdministrator(page, "/system/board");
  await expect(page.getByRole("heading", { name: "Ledger" })).toBeVisible();
  await page.getByText("30 days", { exact: true }).click();
  await expect(page).toHaveURL(/window=30d/);
  const table = page.getByRole("button", { name: "Table" });
  await table.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Payments by time" })).toBeVisible();
  for (const size of [{ width: 390, height: 844 }, WIDE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (size !== WIDE) {
      expect(await smallTargets(page)).toEqual([]);
    }
  }
});

for (const path of ["/system/board", "/system/programme", "/system/programme?tab=limits"]) {
  test(`program: ${path} is complete in Chinese and in the dark theme`, async ({ page }) => {
    await openAsAdministrator(
      page,
      { "tessera-locale": "zh-CN", "tessera-theme": "dark" },
      server.origin,
    );
    await page.goto(`${server.origin}${path}`);
    await expect(page.locator("main")).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await untranslatedTexts(page, englishTextsOf("zh-CN"))).toEqual([]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await smallTargets(page)).toEqual([]);
  });
}

test("navigation: the open item and, on a phone, the current page are both marked", async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await comeAsAdministrator(page, "/system/programme");
  const rows = page.getByRole("tabpanel").getByRole("link");
  await rows.nth(1).click();
  await expect(rows.nth(1)).toHaveAttribute("aria-current", "page");
  const ground = (row: Locator) => row.evaluate((shown) => getComputedStyle(shown).backgroundColor);
  // The color fades in.
  await expect
    .poll(async () => (await ground(rows.nth(1))) !== (await ground(rows.nth(0))))
    .toBe(true);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const here = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  for (const [path, name] of [
    ["/system/programme", "Program"],
    ["/system/network", "Network"],
    ["/system/support", "Support"],
    ["/system/board", "Dashboard"],
  ]) {
    await page.goto(`${server.origin}${path}`);
    await expect(here).toHaveText([name ?? ""]);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.origin}/system/programme`);
  await expect(here).toHaveText("Program");
  expect(await smallTargets(page)).toEqual([]);
});
