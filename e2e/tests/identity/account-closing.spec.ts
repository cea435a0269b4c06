import type { Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openMailbox } from "../../src/mailbox.ts";
import { openAsOperator } from "../../src/operators.ts";
import { type Customer, call, createCustomer, PASSWORD } from "../../src/sandbox-client.ts";
import { smallTargets } from "../../src/target-size.ts";
import { makeHome, startAt } from "../../src/tessera-process.ts";

const COOLING_AND_MORE_SECONDS = 14 * 86_400 + 60;
const CLOSED_MS = 180_000;
/** Less than the smallest withdrawal including its fees, so this amount can be left behind. */
const SMALL = "10.00";

// These tests provoke the errors that a customer with a closed account receives.
test.use({ tolerated: [/status of 40[19]/] });

/** Requests the closure of the account on its page, in English. */
async function ask(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close the account" }).click();
  const sheet = page.getByRole("dialog", { name: "Close your account?" });
  await expect(sheet.getByText("$10.00").last()).toBeVisible();
  await sheet.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(page.getByText(/Your account closure begins on/)).toBeVisible();
}

test("account closing: a customer sees what prevents the closure, and cannot request it", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("100.00");
  await customer.openCard();
  await page.goto("/profile");
  await page.getByRole("link", { name: "Close account" }).click();
  await expect(page.getByRole("heading", { name: "Settle these first" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Money you can withdraw/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Your cards close/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the account" })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("link", { name: "Withdraw", exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\/withdraw/);
});

test("account closing: a customer can cancel the request on its page or by email", async ({
  signedIn: page,
  customer,
  mailbox,
}) => {
  await customer.fund(SMALL);
  await page.goto("/close-account");
  await expect(page.getByRole("heading", { name: "Remaining amount" })).toBeVisible();
  await expectAccessible(page);
  await ask(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await expect(page.getByText(/Your account closure begins on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "View account closure" }).click();
  await expect(page).toHaveURL("/close-account");
  await page.goto("/profile");
  await page.getByRole("link", { name: "Close account Closing" }).click();

  await page.getByRole("button", { name: "Keep my account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Keep your account?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep account" }).click();
  await expect(dialog).toBeHidden();
  await ask(page);

  const linkIn = async () => {
    const mails = await mailbox.to(customer.email);
    const asked = mails.filter(({ subject }) => subject === "Your account will be closed");
    return asked.length < 2 ? undefined : /\/keep-account#[\w-]+/.exec(asked[0]?.text ?? "")?.[0];
  };
  await expect.poll(linkIn).toBeDefined();
  await page.goto(`${await linkIn()}`);
  await expect(page).toHaveURL(/\/keep-account$/);
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account stays open" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/close-account");
  await expect(page.getByRole("button", { name: "Close the account" })).toBeVisible();
});

test("account closing: the closure signs the customer out and is confirmed by email", async ({
  page,
}) => {
  test.setTimeout(600_000);
  // Two weeks pass on a clock that only this test uses.
  const home = await makeHome();
  const server = await startAt(home, "server");
  try {
    await closesAt(home.origin, page);
  } finally {
    await server.end("SIGINT");
    home.removeData();
  }
});

async function closesAt(origin: string, page: Page): Promise<void> {
  const customer = await createCustomer(origin);
  await customer.fund(SMALL);
  await openAs(page, origin, customer);
  await page.goto(`${origin}/close-account`);
  await ask(page);
  await call(origin, "/sandbox/clock", { body: { advanceSeconds: COOLING_AND_MORE_SECONDS } });
  const signIn = () =>
    call<{ readonly code?: string }>(origin, "/api/customer/login", {
      body: { username: customer.email, password: PASSWORD },
    });
  await expect
    .poll(async () => (await signIn()).body.code, { timeout: CLOSED_MS })
    .toBe("account_closed");
  await page.goto(`${origin}/login`);
  await page.getByLabel("Username or email").fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/This account was closed at its owner’s request/)).toBeVisible();
  await expectAccessible(page);
  const closed = async () => {
    const mails = await openMailbox(origin).to(customer.email);
    return mails.find(({ subject }) => subject === "Your account is closed")?.text;
  };
  await expect.poll(closed).toContain("10.00 USD");
}

async function openAs(page: Page, origin: string, customer: Customer): Promise<void> {
  await page.goto(`${origin}/legal/terms`);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) {
      localStorage.setItem(key, value);
    }
  }, customer.stored);
}

test("account closing: operators see that an account is closing but cannot cancel it", async ({
  customer,
  browser,
}) => {
  await customer.fund(SMALL);
  const remaining = [{ currency: "USD", amount: SMALL }];
  const subject = { operation: "account_closing", remaining };
  const { proof } = await customer.post<{ readonly proof: string }>("/api/auth/proof", {
    password: PASSWORD,
    subject,
  });
  const { status } = await call(serverOrigin(), "/api/account-closing", {
    body: { remaining },
    token: customer.token,
    key: crypto.randomUUID(),
    proof,
  });
  expect(status).toBe(201);
  const desk = await browser.newContext({
    baseURL: serverOrigin(),
    viewport: { width: 1280, height: 900 },
  });
  const page = await desk.newPage();
  await openAsOperator(page, "admin", { "tessera-locale": "en" });
  await page.goto("/system/customers?status=closing");
  const row = page.getByRole("row", { name: new RegExp(customer.email) });
  await expect(row.getByText("Closing")).toBeVisible();
  await row.click();
  await expect(page.getByText(/only the customer can cancel this/)).toBeVisible();
  await expect(page.getByText("Amount the customer agreed to leave")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await desk.close();
});
