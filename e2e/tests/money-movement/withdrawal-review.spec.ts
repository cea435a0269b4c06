import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import {
  CAPTCHA_ANSWER,
  type SandboxServer,
  startSandboxServer,
} from "../../../scripts/sandbox-server.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openMailbox } from "../../src/mailbox.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { type OperatorName, openAsOperator, operator } from "../../src/operators.ts";
import { type Customer, call, createCustomer } from "../../src/sandbox-client.ts";
import { wordsOf } from "../../src/words.ts";

// An address can be used only after one day, so these tests use a separate clock.
test.describe.configure({ mode: "serial", timeout: 600_000 });
// The second of two operators to decide gets an error, as does an operator who tries to decide
// twice.
test.use({ tolerated: [/status of 409/] });

const DAY_AND_MORE_SECONDS = 90_000;
const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const PAID_MS = 180_000;
const REASON = "The address belongs to a scheme that we know";
const APPEAL = "It is my own wallet, and I can show it";

const say = wordsOf("zh-CN");
let server: SandboxServer;
let customer: Customer;
let theirs: Page;
/** Two operators who decide cases, each in a separate browser. */
let first: Page;
let second: Page;

async function pageOf(
  browser: Browser,
  stored: Readonly<Record<string, string>>,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, ...options });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  return context.newPage();
}

async function deskOf(browser: Browser, name: OperatorName): Promise<Page> {
  const page = await pageOf(browser, {}, { viewport: { width: 1280, height: 900 } });
  await openAsOperator(page, name, { "tessera-locale": "en" }, server.origin);
  return page;
}

/** Opens the customer's browser, signed in again with a password. */
async function phoneOf(browser: Browser, password: string): Promise<Page> {
  const { body } = await call<{ token: string; user: unknown; menus: unknown }>(
    server.origin,
    "/api/customer/login",
    { body: { username: customer.email, password } },
  );
  const stored = {
    token: body.token,
    user: JSON.stringify(body.user),
    menus: JSON.stringify(body.menus),
    "tessera-announcement-hidden-at": String(Date.now()),
    "tessera-locale": "zh-CN",
  };
  return pageOf(browser, stored, { viewport: { width: 390, height: 844 } });
}

/** Adds an address using a step-up token, as the console does. */
async function addAddress({ token, password, email }: Customer): Promise<void> {
  const subject = { operation: "payout_address", network: "TRC20", address: ADDRESS };
  const { body } = await call<{ proof: string }>(server.origin, "/api/auth/proof", {
    token,
    body: { password, subject },
  });
  const added = await call(server.origin, "/api/wallet/addresses", {
    token,
    proof: body.proof,
    key: crypto.randomUUID(),
    body: { label: "Ledger", network: "TRC20", address: ADDRESS },
  });
  expect(added.status, `adding an address as ${email}`).toBe(201);
}

/** Lowers the review thresholds below the withdrawal limit that applies without a second factor. */
async function lowerThresholds(): Promise<void> {
  const path = "/api/admin/programme/settings";
  const { token } = await operator("admin", server.origin);
  const { body } = await call<{ current: Record<string, unknown> & { withdrawal: object } }>(
    server.origin,
    path,
    { token },
  );
  const { version, withdrawal, application, correction } = body.current;
  const wanted = { ...withdrawal, reviewAbove: "20.00", twoAbove: "50.00" };
  const answer = await fetch(`${server.origin}${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ version, withdrawal: wanted, application, correction }),
  });
  expect(answer.status).toBe(200);
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(600_000);
  server = await startSandboxServer({ WITHDRAWAL_CANCEL_SECONDS: "1" });
  const { origin } = server;
  customer = await createCustomer(origin);
  await customer.fund("500.00");
  await addAddress(customer);
  await call(origin, "/sandbox/clock", { body: { advanceSeconds: DAY_AND_MORE_SECONDS } });
  theirs = await phoneOf(browser, customer.password);
  await lowerThresholds();
  first = await deskOf(browser, "reviewer");
  second = await deskOf(browser, "admin");
});
test.afterAll(() => server.stop());

/**
 * Withdraws dollars using the Chinese console, waits until they are held, and returns the case's
 * id.
 */
async function withdraw(amount = "50", total = "$51.50"): Promise<string> {
  await theirs.goto("/wallet/withdraw");
  await theirs.getByLabel(say("Amount to withdraw"), { exact: true }).fill(amount);
  await expect(theirs.getByText(total)).toBeVisible();
  await theirs.getByRole("button", { name: say("Review"), exact: true }).click();
  const sheet = openSheet(theirs);
  await sheet.getByLabel(say("Password"), { exact: true }).fill(customer.password);
  const verb = say("Withdraw {amount}", { amount: `$${amount}.00` });
  await sheet.getByRole("button", { name: verb, exact: true }).click();
  await stands("Under review");
  const id = new URL(theirs.url()).searchParams.get("id");
  const link = theirs.getByRole("link", { name: say("See the review") });
  const review = new URL((await link.getAttribute("href")) ?? "", server.origin);
  expect(id).toMatch(/^wdr_/);
  return review.searchParams.get("open") ?? "";
}

/** Expects text to appear on the customer's screen without a reload. */
async function stands(head: string): Promise<void> {
  await expect(theirs.getByRole("heading", { name: say(head) })).toBeVisible({ timeout: PAID_MS });
}

async function approve(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: title });
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
}

async function approveFirst(caseId: string): Promise<void> {
  await first.goto(`/system/reviews?open=${caseId}`);
  await expect(first.getByText("Two people have to approve the same revision.")).toBeVisible();
  await approve(first, "Approve as the first of two?");
  await expect(
    first.getByText("reviewer approved this revision. Someone else has to approve it too."),
  ).toBeVisible();
}

async function reject(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Reject" });
  await sheet.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await sheet.getByRole("button", { name: "Reject" }).click();
}

/** Reads the account's available and held balances in dollars. */
async function wallet(): Promise<readonly (string | undefined)[]> {
  const token = await theirs.evaluate(() => localStorage.getItem("token"));
  const { body } = await call<{
    balances: { currency: string; available: string; held: string }[];
  }>(server.origin, "/api/wallet?currency=USD", { token: token ?? "" });
  const dollars = body.balances.find(({ currency }) => currency === "USD");
  return [dollars?.available, dollars?.held];
}

/** Follows the "not me" link in the newest email that has one. */
async function stopEverything(): Promise<void> {
  const mailbox = openMailbox(server.origin);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await mailbox.to(customer.email);
      link = mails.flatMap(({ text }) => /\/not-me#[A-Za-z0-9_-]+/.exec(text) ?? [])[0];
      return link;
    })
    .toBeDefined();
  await theirs.goto(link ?? "");
  await theirs.getByRole("button", { name: say("Stop everything"), exact: true }).click();
  await expect(theirs.getByRole("heading", { name: say("Everything is stopped") })).toBeVisible();
}

/** Resets the password by email, after which the security hold can be lifted. */
async function resetPassword(password: string): Promise<void> {
  const { email } = customer;
  const captcha = await fetch(`${server.origin}/api/captcha?t=${Date.now()}`);
  await captcha.arrayBuffer();
  const captchaId = captcha.headers.get("x-captcha-id");
  await call(server.origin, "/api/auth/send-code", {
    body: { email, purpose: "reset", captchaId, captchaCode: CAPTCHA_ANSWER },
  });
  const code = await openMailbox(server.origin).codeFor(email);
  const body = { email, code, password, confirmPassword: password };
  const done = await call(server.origin, "/api/customer/reset-password", { body });
  expect(done.status).toBe(200);
}

test("withdrawal review: exactly one of two concurrent decisions succeeds", async () => {
  // Below the amount that requires approval by two operators.
  const caseId = await withdraw("25", "$26.25");
  const desks = [first, second];
  for (const desk of desks) {
    // This page does not receive changes made elsewhere.
    await desk.route("**/api/events", (route) => route.abort());
    await desk.goto(`/system/reviews?open=${caseId}`);
    await desk.getByRole("button", { name: "Approve", exact: true }).click();
  }
  const sure = (desk: Page) => desk.getByRole("alertdialog", { name: "Approve?" });
  const answered = desks.map((desk) => desk.waitForResponse(/\/approve$/));
  await Promise.all(
    desks.map((desk) => sure(desk).getByRole("button", { name: "Approve", exact: true }).click()),
  );
  const statuses = (await Promise.all(answered)).map((answer) => answer.status());
  expect(statuses.toSorted()).toEqual([200, 409]);
  const [winner, loser] = statuses[0] === 200 ? ["reviewer", second] : ["admin", first];
  await expect(loser.getByText("This was already decided.").first()).toBeVisible();
  await expect(loser.getByText(`${winner} · Approved`).first()).toBeVisible();
  await stands("Arrived");
  expect(await wallet()).toEqual(["473.75", "0.00"]);
  for (const desk of desks) {
    await desk.unroute("**/api/events");
  }
});

test("withdrawal review: two operators approve, and the customer sees the payout", async () => {
  const caseId = await withdraw();
  await expect(theirs.getByText(say("The amount is large."))).toBeVisible();
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  expect(await wallet()).toEqual(["422.25", "51.50"]);
  await theirs.getByRole("link", { name: say("See the review") }).click();
  await expect(theirs.getByText(/现在由我们处理/)).toBeVisible();
  await expectAccessible(theirs);
  await theirs.goBack();
  await stands("Under review");

  await approveFirst(caseId);
  await expect(first.getByText("$50.00").first()).toBeVisible();
  await expect(first.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await expectAccessible(first);
  const { token } = await operator("reviewer", server.origin);
  const again = await call<{ code: string }>(
    server.origin,
    `/api/admin/reviews/${caseId}/approve`,
    {
      token,
      body: { revision: 1 },
    },
  );
  expect([again.status, again.body.code]).toEqual([409, "case_needs_another"]);
  await stands("Under review");
  expect(await wallet()).toEqual(["422.25", "51.50"]);

  await second.goto(`/system/reviews?open=${caseId}`);
  await expect(second.getByText(/reviewer approved this revision/)).toBeVisible();
  await approve(second, "Approve?");
  await expect(second.getByText("Decided by admin.")).toBeVisible();
  // The first operator's open page updates without a reload.
  await expect(first.getByText("Decided by admin.")).toBeVisible();

  await stands("Arrived");
  await expect(theirs.getByText(/\$50\.00/).first()).toBeVisible();
  await expectAccessible(theirs);
  expect(await wallet()).toEqual(["422.25", "0.00"]);
  await theirs.goto("/wallet");
  await expect(theirs.getByText("$422.25").first()).toBeVisible();
});

test("withdrawal review: a rejection returns the money, and the customer appeals", async () => {
  const caseId = await withdraw();
  await approveFirst(caseId);
  await second.goto(`/system/reviews?open=${caseId}`);
  await expect(second.getByText(/reviewer approved this revision/)).toBeVisible();
  await reject(second);
  await expect(second.getByText("Decided by admin.")).toBeVisible();

  await stands("Withdrawal rejected");
  expect(await wallet()).toEqual(["422.25", "0.00"]);
  await theirs.getByRole("link", { name: say("See why and appeal") }).click();
  await expect(theirs.getByText(REASON).first()).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByRole("button", { name: say("Appeal"), exact: true }).click();
  const sheet = theirs.getByRole("dialog", { name: say("Appeal") });
  await sheet.getByRole("textbox").fill(APPEAL);
  await sheet.getByRole("button", { name: say("Send appeal"), exact: true }).click();
  await expect(theirs.getByText(/现在由我们处理/)).toBeVisible();
  expect(await wallet()).toEqual(["370.75", "51.50"]);

  // The operator who rejected the case cannot decide the appeal; the other operator sees it.
  await expect(
    second.getByText(/The operator who rejected it can’t decide the appeal/),
  ).toBeVisible();
  await expect(second.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await first.goto(`/system/reviews?open=${caseId}`);
  await expect(first.getByText(APPEAL)).toBeVisible();
  await theirs.getByRole("button", { name: say("Withdraw request") }).click();
  const dialog = theirs.getByRole("alertdialog");
  await dialog.getByRole("button", { name: say("Withdraw request"), exact: true }).click();
  await expect(theirs.getByText(/已结束/).first()).toBeVisible();
  expect(await wallet()).toEqual(["422.25", "0.00"]);

  await theirs.goto("/wallet/transaction-history");
  await expect(theirs.getByText(say("Withdrawal returned"))).toHaveCount(2);
});

test("security hold: support lifts the hold, and the customer withdraws again", async ({
  browser,
}) => {
  await stopEverything();
  const password = "other lamps along the quay";
  await resetPassword(password);
  customer = { ...customer, password };
  await theirs.context().close();
  theirs = await phoneOf(browser, password);
  await theirs.goto("/wallet");
  const stopped = theirs.getByRole("link", { name: say("Contact support") });
  await expect(stopped).toBeVisible();

  await second.goto("/system/customers");
  await second.getByLabel("Find a customer").fill(customer.email);
  await second.getByRole("link", { name: customer.email }).click();
  await expect(second.getByText(/The customer has since reset their password/)).toBeVisible();
  await expectAccessible(second);
  const lift = { name: "Lift the security hold", exact: true };
  await second.getByRole("button", lift).click();
  const sheet = openSheet(second);
  await sheet.getByRole("button", lift).click();
  await expect(sheet.getByText("Give a short reason.")).toBeVisible();
  await expectAccessible(second);
  await sheet.getByLabel("Internal note").fill("Called back on the number of last year");
  await sheet.getByRole("button", lift).click();
  await expect(second.getByText("Security hold lifted")).toBeVisible();
  await expect(second.getByText(/^On security hold since .*someone opened/)).toHaveCount(0);
  await expect(second.getByRole("button", lift)).toHaveCount(0);

  // The customer's open page updates without a reload.
  await expect(stopped).toHaveCount(0);
  // The new password itself blocks withdrawals for a day.
  await call(server.origin, "/sandbox/clock", { body: { advanceSeconds: DAY_AND_MORE_SECONDS } });
  await theirs.context().close();
  theirs = await phoneOf(browser, password);
  await withdraw("25", "$26.25");
  expect(await wallet()).toEqual(["396.00", "26.25"]);
});
