import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openMailbox } from "../../src/mailbox.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { type Customer, call, createCustomer } from "../../src/sandbox-client.ts";
import { type Home, makeHome, startAt, type TesseraProcess } from "../../src/tessera-process.ts";
import { type Locale, type Say, wordsOf } from "../../src/words.ts";

/**
 * Money can be withdrawn only days after an address is added, so this server has a separate clock.
 */
let home: Home;
let server: TesseraProcess;

const ADDRESSES: Readonly<Record<"en" | "zh-CN", string>> = {
  en: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "zh-CN": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
};
/** Texts that the console defines outside its catalogs. */
const NO_ANSWER: typeof ADDRESSES = {
  en: "Can’t reach the server. Check your connection and try again.",
  "zh-CN": "无法连接服务器，请检查网络后重试",
};
const DAY_AND_MORE_SECONDS = 90_000;
const WINDOW_SECONDS = 301;
const DONE_MS = 180_000;

test.describe.configure({ mode: "serial" });
// These tests provoke errors: sessions ended by a "not me" link, an amount that is too high, and a
// button pressed without a network.
test.use({ tolerated: [/status of 40[019]|ERR_INTERNET_DISCONNECTED/] });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  home = await makeHome();
  server = await startAt(home, "server");
});
test.afterAll(async () => {
  await server.end("SIGINT");
  home.removeData();
});

async function pass(seconds: number): Promise<void> {
  await call(home.origin, "/sandbox/clock", { body: { advanceSeconds: seconds } });
}

interface Traveller {
  readonly page: Page;
  readonly customer: Customer;
  readonly locale: "en" | "zh-CN";
  readonly say: Say;
}

/** Signs in again, because moving the clock forward by days makes sessions expire. */
async function open({ page, customer, locale }: Traveller, path: string): Promise<void> {
  const { email: username, password } = customer;
  const { body } = await call<{ token: string; user: unknown; menus: unknown }>(
    home.origin,
    "/api/customer/login",
    { body: { username, password } },
  );
  await page.goto(`${home.origin}/legal/terms`);
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) {
        localStorage.setItem(key, value);
      }
    },
    {
      token: body.token,
      user: JSON.stringify(body.user),
      menus: JSON.stringify(body.menus),
      "tessera-announcement-hidden-at": String(Date.now()),
      "tessera-locale": locale,
    },
  );
  await page.goto(`${home.origin}${path}`);
}

async function press({ page }: Traveller, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function prove(me: Traveller, verb: string): Promise<void> {
  const sheet = openSheet(me.page);
  await sheet.getByLabel(me.say("Password"), { exact: true }).fill(me.customer.password);
  await sheet.getByRole("button", { name: verb, exact: true }).click();
}

async function addAddress(me: Traveller): Promise<void> {
  const { page, say, locale } = me;
  await open(me, "/wallet/withdraw");
  await press(me, say("Add an address"));
  const sheet = openSheet(page);
  const field = sheet.getByLabel(say("Address"), { exact: true });
  await field.fill(ADDRESSES[locale].replace(/.$/, "x"));
  await expect(sheet.getByRole("alert")).toBeVisible();
  await field.fill(ADDRESSES[locale]);
  await expect(sheet.getByText(say("The checksum matches the network."))).toBeVisible();
  await sheet.getByLabel(say("Name"), { exact: true }).fill("Ledger");
  await expectAccessible(page);
  await press(me, say("Continue"));
  await prove(me, say("Add the address"));
  const row = page.getByRole("radio", { name: /Ledger/ });
  await expect(row).toBeDisabled();
  // Entering the same address again is reported before the address is named and confirmed.
  await press(me, say("Add an address"));
  await field.fill(ADDRESSES[locale]);
  const known = say("This address is already in your address book: {label}", { label: "Ledger" });
  await expect(sheet.getByText(known)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

async function withdraw(me: Traveller): Promise<void> {
  const { page, say } = me;
  await page.getByLabel(say("Amount to withdraw"), { exact: true }).fill("50");
  await expect(page.getByText("$51.50")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await press(me, say("Review"));
  await prove(me, say("Withdraw {amount}", { amount: "$50.00" }));
  await expect(page.getByText(say("Waiting to be sent"))).toBeVisible();
}

/**
 * Checks that an amount that can't be withdrawn is reported at the amount field, before
 * confirmation.
 */
async function typesTooMuch({ page, say }: Traveller): Promise<void> {
  const amount = page.getByLabel(say("Amount to withdraw"), { exact: true });
  const review = page.getByRole("button", { name: say("Review"), exact: true });
  const refusals: readonly (readonly [typed: string, said: string])[] = [
    ["12.345", say("Use digits only, with up to two decimal places")],
    ["600", say("{missing} over your account balance", { missing: "$100.00" })],
    ["250", say("Above today’s limit: you have {left} left, including fees", { left: "$200.00" })],
    ["1", say("{least} to {most} USDT per withdrawal", { least: "10.00", most: "100,000.00" })],
  ];
  for (const [typed, said] of refusals) {
    await amount.fill(typed);
    await expect(page.getByText(said)).toBeVisible();
    await expect(review).toBeDisabled();
  }
  await expectAccessible(page);
}

/**
 * Checks that pressing the button without a network shows an error, and that the request is not
 * repeated once the network is back.
 */
async function cancelsWithoutNetwork(me: Traveller): Promise<void> {
  const { page, say } = me;
  await press(me, say("Cancel withdrawal"));
  await page.context().setOffline(true);
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: say("Cancel withdrawal"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(NO_ANSWER[me.locale])).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText(say("Waiting to be sent"))).toBeVisible();
}

async function cancels(me: Traveller): Promise<void> {
  const { page, say } = me;
  await typesTooMuch(me);
  await withdraw(me);
  await cancelsWithoutNetwork(me);
  await page.reload();
  await expect(page.getByText(say("Waiting to be sent"))).toBeVisible();
  await expectAccessible(page);
  await press(me, say("Cancel withdrawal"));
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: say("Cancel withdrawal"), exact: true })
    .click();
  await expect(page.getByRole("heading", { name: say("Withdrawal canceled") })).toBeVisible();
}

async function arrives(me: Traveller): Promise<void> {
  const { page, say } = me;
  await page.getByRole("link", { name: say("New withdrawal") }).click();
  await withdraw(me);
  const address = page.url().replace(home.origin, "");
  await pass(WINDOW_SECONDS);
  await open(me, address);
  await expect(page.getByRole("heading", { name: say("Arrived") })).toBeVisible({
    timeout: DONE_MS,
  });
  await open(me, "/wallet/transaction-history");
  await expect(page.getByText(say("Withdrawal returned"))).toBeVisible();
}

async function saysNotMe(me: Traveller): Promise<void> {
  const { page, say, customer } = me;
  await open(me, "/wallet/withdraw");
  await withdraw(me);
  const mailbox = openMailbox(home.origin);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const [newest] = await mailbox.to(customer.email);
      link = /\/not-me#[A-Za-z0-9_-]+/.exec(newest?.text ?? "")?.[0];
      return link;
    })
    .toBeDefined();
  await page.goto(`${home.origin}${link}`);
  await expect(page.getByRole("heading", { name: say("Wasn’t you?") })).toBeVisible();
  expect(page.url()).toBe(`${home.origin}/not-me`);
  await expectAccessible(page);
  await press(me, say("Stop everything"));
  await expect(page.getByRole("heading", { name: say("Everything is stopped") })).toBeVisible();
  await open(me, "/wallet/withdraw");
  await expect(page.getByRole("button", { name: say("Review"), exact: true })).toBeDisabled();
  // The reason and what to do are shown wherever the customer's money is shown.
  for (const path of ["/wallet", "/profile"]) {
    await page.goto(`${home.origin}${path}`);
    await expect(page.getByRole("link", { name: say("Contact support") })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

const LANGUAGES: readonly (Locale & ("en" | "zh-CN"))[] = ["en", "zh-CN"];
for (const locale of LANGUAGES) {
  test(`withdrawals: one is canceled, one arrives, one is reported as not me (${locale})`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    const customer = await createCustomer(home.origin);
    await customer.fund("500.00");
    const me: Traveller = { page, customer, locale, say: wordsOf(locale) };
    await test.step("add an address", () => addAddress(me));
    await pass(DAY_AND_MORE_SECONDS);
    await open(me, "/wallet/withdraw");
    await test.step("cancel a withdrawal", () => cancels(me));
    await test.step("wait for a withdrawal to arrive", () => arrives(me));
    await test.step("report a withdrawal as not me", () => saysNotMe(me));
  });
}
