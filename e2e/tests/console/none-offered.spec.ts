import type { Page } from "@playwright/test";
import { test as everywhere, expect } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsAdministrator } from "../../src/operators.ts";
import { call, createCustomer } from "../../src/sandbox-client.ts";
import { startUnconnectedHome, type UnconnectedHome } from "../../src/unconnected-home.ts";
import { type Locale, type Say, wordsOf } from "../../src/words.ts";

/**
 * The console of a Tessera installation without chain, payout, rate, issuer and network providers.
 * The browser reports every failed call, so these tests also show that no screen makes one.
 */
const test = everywhere.extend<object, { readonly home: UnconnectedHome }>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
    async ({}, use) => {
      const home = await startUnconnectedHome();
      await use(home);
      await home.stop();
    },
    { scope: "worker", timeout: 360_000 },
  ],
  baseURL: async ({ home }, use) => use(home.origin),
});

// All tests share one server.
test.describe.configure({ mode: "serial" });

const DEMO = { username: "demo", password: "quiet harbour mosaic" };

/**
 * Links to services that are not offered. The link to an earlier withdrawal has a different
 * address.
 */
const LEADS_THERE = [
  ...["/wallet/deposit", "/wallet/withdraw", "/wallet/exchange", "/system/network"].map(
    (path) => `a[href="${path}"]`,
  ),
  ...["/card-selection", "/card-create"].map((path) => `a[href^="${path}"]`),
].join(", ");
/** Matches an address on Tron or Ethereum, or a rate. */
const ADDRESS_OR_RATE = /T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40}|1 (USD|EUR|USDT) = /;

const NO_DEPOSITS = "Deposits aren’t available. Your balance and history are not affected.";
const NO_WITHDRAWALS =
  "Withdrawals aren’t available. Contact support about the money in your account.";
const NO_EXCHANGES = "Exchanges aren’t available. Your balances are not affected.";
const NO_CARDS = "New cards aren’t available. The cards you have are not affected.";
const NO_TOTAL =
  "No exchange rates are available here, so amounts in different currencies aren’t added up.";
const LEFT_OUT = "Exchange rates aren’t available, so amounts in {list} aren’t included.";
const NO_LINES =
  "New cards aren’t available because no issuer is connected. Customers don’t see these products.";

interface Reader {
  readonly page: Page;
  readonly say: Say;
  readonly locale: Locale;
}

/**
 * Opens a page and expects it to show what it should, and nothing about services that are not
 * offered.
 */
async function expectSaid(
  { page, say }: Reader,
  path: string,
  ...texts: readonly string[]
): Promise<void> {
  await page.goto(path);
  await expect(page.locator("main").first()).toBeVisible();
  for (const text of texts) {
    await expect(page.getByText(text).first(), `“${text}” on ${path}`).toBeVisible();
  }
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(LEADS_THERE), `links on ${path}`).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("Try again") })).toHaveCount(0);
  expect(await page.locator("body").textContent(), path).not.toMatch(ADDRESS_OR_RATE);
}

async function signIn(page: Page, home: UnconnectedHome, locale: Locale): Promise<Reader> {
  const answer = await call<{ token: string; user: unknown; menus: unknown }>(
    home.origin,
    "/api/customer/login",
    { body: DEMO },
  );
  const { token, user, menus } = answer.body;
  await keep(page, { token, user: JSON.stringify(user), menus: JSON.stringify(menus) }, locale);
  return { page, locale, say: wordsOf(locale) };
}

function keep(page: Page, stored: Readonly<Record<string, string>>, locale: Locale) {
  const entries = {
    ...stored,
    "tessera-locale": locale,
    "tessera-announcement-hidden-at": String(Date.now()),
  };
  return page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) {
      localStorage.setItem(key, value);
    }
  }, entries);
}

for (const [locale, width] of [["en", 390] as const, ["zh-CN", 1280] as const]) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: "reduce" });

    test("services not offered: a customer with cards and money sees what is not offered", async ({
      page,
      home,
    }) => {
      const reader = await signIn(page, home, locale);
      const { say } = reader;
      const list = new Intl.ListFormat(locale).format(["CNY", "EUR"]);
      await expectSaid(reader, "/", say("Recent bills"));
      const wallet = [say("Deposits and withdrawals aren’t available."), say(NO_TOTAL)];
      await expectSaid(reader, "/wallet", ...wallet, say(LEFT_OUT, { list }));
      await expectNoSidewaysScroll(page);
      if (locale === "en") {
        await expectAccessible(page);
      }
      await expectSaid(reader, "/wallet/asset-detail", say(LEFT_OUT, { list }));
      await expectSaid(reader, "/wallet/deposit", say(NO_DEPOSITS));
      await expectSaid(reader, "/wallet/withdraw", say(NO_WITHDRAWALS));
      await expectSaid(reader, "/wallet/exchange", say(NO_EXCHANGES));
      const segment = "seg_01900000-0000-7000-8000-000000000001";
      for (const path of [
        "/card-application",
        "/card-selection",
        `/card-create?segment=${segment}`,
      ]) {
        await expectSaid(reader, path, say(NO_CARDS));
      }
      const left = say(LEFT_OUT, { list: "CNY" });
      await expectSaid(reader, "/risk-monitoring", say("out of 100"), left);
      await expectSaid(reader, "/practice", say("Practice. No real money"));
      await expectSaid(reader, "/profile", say("Card management"));
      await expectSaid(reader, "/cards", say("Card applications"));
      await page.locator('a[href^="/cards/"]').first().click();
      await page.getByRole("button", { name: say("More") }).click();
      await expect(page.getByRole("button", { name: say("Close card") })).toBeVisible();
      await expect(page.getByRole("button", { name: say("Replace card") })).toHaveCount(0);
    });

    test("services not offered: a new customer is not directed to deposits or cards", async ({
      page,
      home,
    }) => {
      const { stored } = await createCustomer(home.origin);
      await keep(page, stored, locale);
      const reader = { page, locale, say: wordsOf(locale) };
      const none = reader.say("New cards aren’t available.");
      await expectSaid(reader, "/", none);
      await expectSaid(reader, "/cards", none);
      const wallet = reader.say("Deposits and withdrawals aren’t available.");
      await expectSaid(reader, "/wallet", wallet);
    });

    test("services not offered: an operator has no link to the card network", async ({
      page,
      home,
    }) => {
      await openAsAdministrator(page, { "tessera-locale": locale }, home.origin);
      const reader = { page, locale, say: wordsOf(locale) };
      const { say } = reader;
      await expectSaid(reader, "/system/board", say("Waiting"));
      await expectSaid(reader, "/profile", say("Second factor"));
      await expectSaid(reader, "/system/programme", say(NO_LINES));
      const noNetwork = say("No card network is connected here, so no messages arrive.");
      await expectSaid(reader, "/system/network", noNetwork);
    });
  });
}

test("services not offered: practice works without any provider, using a practice card", async ({
  page,
  home,
}) => {
  await signIn(page, home, "en");
  await page.goto("/practice");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expect(page.getByText("Practice. No real money").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Start practice" })).toHaveCount(0);
});
