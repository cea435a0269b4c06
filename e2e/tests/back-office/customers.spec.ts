import type { Browser, Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { type OperatorName, openAsOperator } from "../../src/operators.ts";
import { type Customer, call } from "../../src/sandbox-client.ts";
import { totpCode } from "../../src/totp.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Opens a browser for an operator in the operator's language. */
async function consoleOf(
  browser: Browser,
  name: OperatorName,
  { locale, wide = false }: { readonly locale: Locale; readonly wide?: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: serverOrigin(),
    viewport: wide ? WIDE : PHONE,
    timezoneId: "UTC",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await openAsOperator(page, name, { "tessera-locale": locale });
  return page;
}

/** Finds a customer by typing, and opens one part of the customer's page. */
async function openPart(page: Page, email: string, part: { locale: Locale; text: string }) {
  const say = wordsOf(part.locale);
  await page.goto("/system/customers");
  await page.getByLabel(say("Find a customer")).fill(email);
  await page.getByRole("link", { name: email }).click();
  await page.getByRole("tab", { name: say(part.text) }).click();
}

/** Sets up an authenticator app for a customer, who then loses the phone. */
async function enrollTotp({ token, password }: Customer): Promise<void> {
  const origin = serverOrigin();
  const path = "/api/auth/factors/totp";
  const given = await call<{ proof: string }>(origin, "/api/auth/proof", {
    token,
    body: { password },
  });
  const { proof } = given.body;
  const begun = await call<{ secret: string }>(origin, `${path}/begin`, {
    method: "POST",
    token,
    proof,
  });
  const body = { code: totpCode(begun.body.secret) };
  expect((await call(origin, path, { token, body })).status).toBe(200);
}

test("adjustments: one operator proposes, another approves, the customer sees the bill", async ({
  browser,
  customer,
  signedIn,
}) => {
  await customer.fund("200.00");
  const admin = await consoleOf(browser, "admin", { locale: "en", wide: true });
  await openPart(admin, customer.email, { locale: "en", text: "Adjustments" });
  await admin.getByRole("button", { name: "Propose an adjustment" }).click();
  const form = openSheet(admin);
  await form.getByLabel("Amount in").fill("12.50");
  await form.getByLabel("Reason").fill("Fee charged twice");
  await form.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(form.getByText("Fill in this field.")).toBeVisible();
  await expectAccessible(admin);
  await form.getByLabel("Reference").fill("CASE-1742");
  await form.getByRole("button", { name: "Propose", exact: true }).click();
  const proposed = admin.getByRole("button", { name: /Fee charged twice/ });
  await expect(proposed).toContainText("Waiting");

  await proposed.click();
  const own = openSheet(admin);
  await expect(own.getByText("You proposed this. Someone else has to approve it.")).toBeVisible();
  await expect(own.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await admin.keyboard.press("Escape");

  const say = wordsOf("zh-TW");
  const reviewer = await consoleOf(browser, "reviewer", { locale: "zh-TW" });
  await openPart(reviewer, customer.email, { locale: "zh-TW", text: "Adjustments" });
  await reviewer.getByRole("button", { name: /Fee charged twice/ }).click();
  const sheet = openSheet(reviewer);
  await expect(sheet.getByText("$200.00")).toBeVisible();
  await expect(sheet.getByText("$212.50")).toBeVisible();
  await expectAccessible(reviewer);
  await expectNoSidewaysScroll(reviewer);
  await sheet.getByRole("button", { name: say("Approve") }).click();
  await expect(reviewer.getByText(say("Adjustment approved"), { exact: true })).toBeVisible();

  await signedIn.goto("/bills");
  const bill = signedIn.getByRole("button", { name: /Fee charged twice/ });
  await expect(bill).toContainText("+$12.50");
  await expect(signedIn.getByText("CASE-1742")).toHaveCount(0);
  await admin.reload();
  await expect(admin.getByRole("button", { name: /Fee charged twice/ })).toContainText("Approved");
});

test.describe("customers: suspension", () => {
  // The customer's open page sends one more request, with a token that is no longer valid.
  test.use({ tolerated: [/status of 401/] });

  test("customers: a suspension requires a reason, is explained, and ends all sessions", async ({
    browser,
    customer,
    signedIn,
  }) => {
    await signedIn.goto("/wallet");
    await expect(signedIn.locator("h1").first()).toBeVisible();
    const admin = await consoleOf(browser, "admin", { locale: "en" });
    await openPart(admin, customer.email, { locale: "en", text: "Overview" });
    await admin.getByRole("button", { name: "Suspend the account" }).click();
    const sheet = openSheet(admin);
    await expect(sheet.getByText(/can’t sign in or pay until/)).toBeVisible();
    await sheet.getByRole("button", { name: "Suspend", exact: true }).click();
    await expect(sheet.getByText("Give a short reason.")).toBeVisible();
    await sheet.getByLabel("Internal note").fill("Tip from a bank");
    await expectAccessible(admin);
    await sheet.getByRole("button", { name: "Suspend", exact: true }).click();
    await expect(admin.getByText(/Suspended since/)).toBeVisible();
    await expect(signedIn).toHaveURL(/\/login/);

    await admin.getByRole("button", { name: "Restore the account" }).click();
    await openSheet(admin).getByLabel("Internal note").fill("Cleared");
    await admin.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(admin.getByText(/Suspended since/)).toHaveCount(0);
  });
});

test("customers: every part of a customer's page is visible and accessible", async ({
  browser,
  customer,
}) => {
  await customer.fund("50.00");
  await customer.openCard();
  for (const wide of [false, true]) {
    const page = await consoleOf(browser, "admin", { locale: "en", wide });
    await openPart(page, customer.email, { locale: "en", text: "Overview" });
    await expect(page.getByText("Customer since")).toBeVisible();
    await expectAccessible(page);
    for (const [tab, shown] of [
      ["Cards", page.getByRole("button", { name: /^Freeze / })],
      ["Ledger", page.getByText("Card opening fee")],
      ["Risk", page.getByText(/to rate risk/)],
      ["Records", page.getByText("Customer viewed")],
      ["Notes", page.getByLabel("New note")],
      ["Adjustments", page.getByText("No adjustments yet.")],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(shown).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await page.context().close();
  }
});

test("2FA recovery: two operators reset the factors of a customer who lost all of them", async ({
  browser,
  customer,
}) => {
  await enrollTotp(customer);
  const admin = await consoleOf(browser, "admin", { locale: "en", wide: true });
  await openPart(admin, customer.email, { locale: "en", text: "Overview" });
  await admin.getByRole("button", { name: "Reset the second factor" }).click();
  const sheet = openSheet(admin);
  await sheet.getByRole("button", { name: "Propose reset" }).click();
  await expect(sheet.getByText("Give a short reason.")).toBeVisible();
  await sheet.getByLabel("Internal note").fill("Passport seen in a video call");
  await expectAccessible(admin);
  await sheet.getByRole("button", { name: "Propose reset" }).click();
  await expect(admin.getByText(/admin proposed resetting the second factor/)).toBeVisible();
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
  await admin.getByRole("link", { name: "See the review" }).click();
  await expect(admin.getByText(/admin approved this revision/)).toBeVisible();
  const where = new URL(admin.url());

  const say = wordsOf("zh-TW");
  const reviewer = await consoleOf(browser, "reviewer", { locale: "zh-TW" });
  await reviewer.goto(`${where.pathname}${where.search}`);
  await expect(reviewer.getByText("Passport seen in a video call")).toBeVisible();
  await expectAccessible(reviewer);
  await expectNoSidewaysScroll(reviewer);
  await reviewer.getByRole("button", { name: say("Approve") }).click();
  const sure = reviewer.getByRole("alertdialog");
  await sure.getByRole("button", { name: say("Approve") }).click();
  await expect(admin.getByText("Decided by reviewer.")).toBeVisible();
  await openPart(admin, customer.email, { locale: "en", text: "Overview" });
  await expect(admin.getByRole("button", { name: "Suspend the account" })).toBeVisible();
  await expect(admin.getByRole("button", { name: "Reset the second factor" })).toHaveCount(0);
});
