import type { Page } from "@playwright/test";
import { type SandboxServer, startSandboxServer } from "../../../scripts/sandbox-server.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { enterProof, openAsAdministrator, openAsOperator } from "../../src/operators.ts";
import { call, createCustomer } from "../../src/sandbox-client.ts";
import { smallTargets } from "../../src/target-size.ts";

// Program rules affect every customer, so these tests use a separate server.
test.describe.configure({ mode: "serial" });
let server: SandboxServer;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startSandboxServer();
});
test.afterAll(() => server.stop());

const WIDE = { width: 1280, height: 900 };

async function openRules(page: Page, open = ""): Promise<void> {
  await openAsAdministrator(page, { "tessera-locale": "en" }, server.origin);
  await page.goto(`${server.origin}/system/programme?tab=rules${open}`);
}

async function lookWell(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if ((page.viewportSize()?.width ?? 0) < 500) {
    expect(await smallTargets(page)).toEqual([]);
  }
}

test("program rules: an administrator sees the initial rules", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openRules(page);
  const row = page.getByRole("link", { name: /Sanctioned countries/ });
  await expect(row).toContainText("Active");
  await expect(page.getByRole("link", { name: /Gambling/ })).toContainText("Off");
  await lookWell(page);
  await row.click();
  await expect(page.getByText("Cuba, Iran, North Korea, Syria").first()).toBeVisible();
  await lookWell(page);
});

test("program rules: an administrator backtests, proposes and withdraws a change", async ({
  page,
}) => {
  await openRules(page);
  await page.getByRole("link", { name: /Gambling/ }).click();
  await page.getByRole("main").last().getByText("Active", { exact: true }).click();
  await page.getByRole("button", { name: /Backtest on the last 30 days/ }).click();
  await expect(page.getByText(/It would have declined \d+ of \d+ payments/)).toBeVisible();
  await page.getByRole("button", { name: "Propose change" }).click();
  await expect(page.getByLabel("Why")).toBeFocused();
  await page.getByLabel("Why").fill("Card network rules");
  await page.getByRole("button", { name: "Propose change" }).click();
  await expect(page.getByRole("heading", { name: "Pending change" })).toBeVisible();
  await expect(page.getByText("Card network rules")).toBeVisible();
  await lookWell(page);
  await page.getByRole("button", { name: "Withdraw change" }).click();
  await expect(page.getByRole("heading", { name: "Change the rule" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Earlier" })).toBeVisible();
});

test("program rules: a second administrator approves a change with a step-up code", async ({
  browser,
  page,
}) => {
  test.setTimeout(360_000);
  await openRules(page);
  await page.getByRole("link", { name: /Gambling/ }).click();
  await page.getByRole("main").last().getByText("Active", { exact: true }).click();
  await page.getByLabel("Why").fill("Card network rules");
  await page.getByRole("button", { name: "Propose change" }).click();
  await expect(page.getByRole("heading", { name: "Pending change" })).toBeVisible();

  const context = await browser.newContext({ viewport: WIDE });
  const second = await context.newPage();
  await openAsOperator(second, "admin2", { "tessera-locale": "en" }, server.origin);
  await second.goto(page.url());
  await second.getByRole("button", { name: "Approve change" }).click();
  const sheet = openSheet(second);
  await lookWell(second);
  await expect(sheet.getByText("Apply this change?")).toBeVisible();
  // Nothing can be approved without the code.
  await sheet.getByRole("button", { name: "Approve change" }).click();
  await expect(sheet).toBeVisible();
  await enterProof(second, "admin2", "Approve change");
  await expect(second.getByText("Change approved and in force")).toBeVisible();
  await expect(second.getByRole("heading", { name: "Pending change" })).toHaveCount(0);
  await lookWell(second);
  await page.goto(`${server.origin}/system/programme?tab=rules`);
  await expect(page.getByRole("link", { name: /Gambling/ })).toContainText("Active");
  await context.close();
});

test("program rules: a shadow rule is added without a second administrator", async ({ page }) => {
  await openRules(page, "&open=new");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByText("Enter at least one condition.")).toBeVisible();
  for (const [label, name] of [
    ["Name, English", "Bars"],
    ["Name, 简体中文", "酒吧"],
    ["Name, 繁體中文", "酒吧"],
  ] as const) {
    await page.getByLabel(label).fill(name);
  }
  await page.getByLabel("Merchant category codes").fill("5813");
  await page.getByLabel("Why").fill("To see how many");
  await lookWell(page);
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByRole("heading", { name: "Bars" })).toBeVisible();
  const detail = page.getByRole("main").last();
  await expect(detail.getByText("Shadow", { exact: true }).first()).toBeVisible();
});

test("program rules: a customer sees which rule declined a payment", async ({ page }) => {
  const customer = await createCustomer(server.origin);
  await customer.fund("200.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "100.00");
  const details = await customer.revealCard(id);
  const { body } = await call<{ code: string; authorizationId: string }>(
    server.origin,
    "/sandbox/network/authorize",
    {
      body: {
        ...{ pan: details.pan, cvv: details.cvv },
        ...{ expiryMonth: details.expiryMonth, expiryYear: details.expiryYear },
        ...{ amount: "12.00", currency: "USD" },
        merchant: { name: "Grand Exchange", mcc: "6051", country: "KP" },
      },
    },
  );
  expect(body.code).toBe("programme_country_blocked");
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, customer.stored);
  await page.goto(`${server.origin}/transactions`);
  await page.getByRole("button", { name: /Grand Exchange/ }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByText("Program rule “Sanctioned countries”")).toBeVisible();
  await expect(sheet.getByText("Program rule “Quasi-cash”")).toBeVisible();
  await expect(sheet.getByText(/Tessera cards can’t pay in this country/).first()).toBeVisible();
});
