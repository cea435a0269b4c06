import { readFile } from "node:fs/promises";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { administrator, enterCode } from "../../src/operators.ts";
import { type Card, type Customer, call } from "../../src/sandbox-client.ts";

const OPERATOR = { username: "admin", password: "seven lamps at night" };

async function operatorToken(): Promise<string> {
  return (await administrator()).token;
}

/** Signs in on a second device, reveals the card's number, and has an operator freeze the card. */
async function liveThroughADay(customer: Customer): Promise<Card> {
  const card = await customer.openCard();
  await customer.revealCard(card.id);
  await fetch(`${serverOrigin()}/api/customer/login`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
    },
    body: JSON.stringify({ username: customer.email, password: customer.password }),
  });
  const frozen = await call(serverOrigin(), `/api/operator/cards/${card.id}/freeze`, {
    token: await operatorToken(),
    body: { reason: "compliance", note: "asked by a bank" },
  });
  expect(frozen.status).toBe(200);
  return card;
}

test("audit log: each event is shown with its details, and can be exported to a file", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("200.00");
  await liveThroughADay(customer);
  await page.goto("/logs");
  const rows = page.locator("[data-row]");
  await expect(rows.filter({ hasText: "Card frozen" })).toContainText("Tessera support");
  await expect(rows.filter({ hasText: "Card details shown" })).toBeVisible();
  await expect(rows.filter({ hasText: "Safari on iPhone" })).toContainText(
    "Signed in on a new device",
  );
  await expect(rows.filter({ hasText: "Deposit" }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await rows.filter({ hasText: "Safari on iPhone" }).getByRole("button").click();
  const sheet = openSheet(page);
  await expect(sheet.getByText("Wasn’t you?")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Signed-in devices" }).click();
  const devices = page.getByRole("heading", { name: "Signed-in devices" });
  await expect(devices).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(devices).toBeHidden();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Support actions" }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button").click();
  await expect(openSheet(page).getByText("Frozen by")).toBeVisible();
  await expect(openSheet(page)).not.toContainText("asked by a bank");
  await page.keyboard.press("Escape");

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const file = await (await downloading).path();
  const lines = (await readFile(file, "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("card.freeze,Card frozen");
});

test("audit log: a new sign-in appears without a reload, including in Chinese", async ({
  signedIn: page,
  customer,
}) => {
  await page.addInitScript(() => localStorage.setItem("tessera-locale", "zh-CN"));
  await page.goto("/logs");
  await expect(page.getByRole("heading", { name: "日志" })).toBeVisible();
  const rows = page.locator("[data-row]");
  await expect(rows.filter({ hasText: "账户开立" })).toBeVisible();
  await call(serverOrigin(), "/api/customer/login", {
    body: { username: customer.email, password: "not the password at all" },
  });
  await expect(rows.filter({ hasText: "密码错误" })).toContainText("已拒绝");
});

test("audit log: an administrator sees who did what to which customer", async ({
  page,
  customer,
}) => {
  await customer.fund("200.00");
  const card = await liveThroughADay(customer);
  await page.goto("/login");
  await page.getByLabel("Username or email", { exact: true }).fill(OPERATOR.username);
  await page.locator("input[type=password]").fill(OPERATOR.password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await enterCode(page, "admin");
  await expect(page).not.toHaveURL(/\/login/);
  await page.evaluate(() =>
    localStorage.setItem("tessera-announcement-hidden-at", String(Date.now())),
  );
  // Other tests act as the same administrator at the same time.
  const found = await call<{ data: { id: string }[] }>(
    serverOrigin(),
    `/api/admin/customers?q=${encodeURIComponent(customer.email)}`,
    { token: await operatorToken() },
  );
  await page.goto(`/system/audit?category=support&customerId=${found.body.data[0]?.id}`);
  const row = page.locator("[data-row]").filter({ hasText: "admin (Administrator)" }).first();
  await row.getByRole("button").click();
  const sheet = openSheet(page);
  await expect(sheet.getByText(card.id.slice("card_".length))).toBeVisible();
  await expect(sheet.getByText("asked by a bank")).toBeVisible();
  await expect(sheet.getByText(/Sealed in block|Waiting to be sealed/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.use({ tolerated: [/status of 40[013]/] });
