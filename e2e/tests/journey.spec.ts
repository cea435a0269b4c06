import type { Locator, Page } from "@playwright/test";
import { CAPTCHA_ANSWER } from "../../scripts/sandbox-server.ts";
import type { CardNetwork } from "../src/card-network.ts";
import { expect, serverOrigin, test } from "../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../src/look-around.ts";
import type { Mailbox } from "../src/mailbox.ts";
import { type Card, type CardDetails, call, freshEmail, PASSWORD } from "../src/sandbox-client.ts";
import { LOCALES, type Locale, type Say, wordsOf } from "../src/words.ts";

/** What a declined payment says, as the catalogue of declines has it. */
const FROZEN_BY_CUSTOMER: Readonly<Record<Locale, string>> = {
  en: "You had frozen this card. Unfreeze it and try again.",
  "zh-CN": "卡片已被你冻结，请解冻后重试",
  "zh-TW": "卡片已被你凍結，請解凍後再試",
};
const SHOP = "Northlight Tools";
const NICKNAME = "Field kit";

/** From nothing to a closed card; every amount on the way, worked out by hand. */
const MONEY = {
  deposited: "500.00",
  openingFee: "1.50",
  added: "123.45",
  /** 3.5 % of 123.45 is 4.32075, rounded up. */
  fee: "4.33",
  charged: "127.78",
  accountAfterAdding: "370.72",
  spent: "45.67",
  cardAfterSpending: "77.78",
  transferred: "20.00",
  accountAfterTransfer: "390.72",
  cardAfterTransfer: "57.78",
  refunded: "10.00",
  cardAfterRefund: "67.78",
  accountAtTheEnd: "458.50",
} as const;

interface Traveller {
  readonly page: Page;
  readonly locale: Locale;
  readonly say: Say;
  readonly mailbox: Mailbox;
  readonly network: CardNetwork;
}

for (const locale of LOCALES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, contextOptions: { reducedMotion: "reduce" } });

    test("from registering to closing a card", async ({ page, mailbox, network }) => {
      test.setTimeout(300_000);
      const me: Traveller = { page, locale, say: wordsOf(locale), mailbox, network };
      const email = freshEmail();
      await test.step("register", () => register(me, email));
      await test.step("sign in", () => signIn(me, email));
      await test.step("deposit", () => deposit(me));
      await test.step("create a card", () => createCard(me));
      await test.step("add funds", () => addFunds(me));
      const card = await test.step("reveal the card", () => reveal(me));
      await test.step("spend", () => spend(me, card));
      await test.step("see it in bills", () => readBills(me));
      await test.step("transfer out", () => transferOut(me));
      await test.step("freeze, and be declined", () => freeze(me, card));
      await test.step("unfreeze, and be refunded", () => unfreezeAndRefund(me, card));
      await test.step("close the card", () => closeCard(me));
      await test.step("sign out", () => signOut(me));
    });
  });
}

async function lookAround({ page, locale }: Traveller): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expectNoSidewaysScroll(page);
  if (locale === "en") {
    await expectAccessible(page);
  }
}

function button({ page }: Traveller, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

function link({ page }: Traveller, name: string): Locator {
  return page.getByRole("link", { name, exact: true });
}

async function register(me: Traveller, email: string): Promise<void> {
  const { page, say, mailbox } = me;
  await page.goto("/login");
  await lookAround(me);
  await expect(page.locator("main")).toContainText(say("New to Tessera? <0>Create an account</0>"));
  await page.locator('a[href="/register"]').click();
  await expect(page.getByRole("heading", { name: say("Create your account") })).toBeVisible();
  await expect(page.getByRole("img", { name: say("Characters to type") })).toBeVisible();
  await lookAround(me);
  await page.getByLabel(say("Email"), { exact: true }).fill(email);
  await page.getByLabel(say("Characters in the image"), { exact: true }).fill(CAPTCHA_ANSWER);
  await button(me, say("Send code")).click();
  await expect(page.getByText(say("Sent. The code works for 10 minutes."))).toBeVisible();
  const code = await mailbox.codeFor(email);
  await page.getByLabel(say("Verification code"), { exact: true }).fill(code);
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(say("Confirm password"), { exact: true }).fill(PASSWORD);
  await button(me, say("Create account")).click();
  await expect(
    page.getByText(say("Please confirm the agreements before continuing.")),
  ).toBeVisible();
  await page.getByRole("checkbox", { name: say("User Agreement") }).check();
  await button(me, say("Create account")).click();
  await expect(page.getByText(say("Account created. Sign in to go on."))).toBeVisible();
  await expect(page).toHaveURL("/login");
}

async function signIn(me: Traveller, email: string): Promise<void> {
  const { page, say } = me;
  await page.getByLabel(say("Username or email"), { exact: true }).fill(email);
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await button(me, say("Sign in")).click();
  await expect(page.getByText(say("Please review and accept the agreements first"))).toBeVisible();
  await page.getByRole("checkbox", { name: say("User Agreement") }).check();
  await button(me, say("Sign in")).click();
  await expect(page).toHaveURL("/");
  await readAnnouncements(me);
  await expect(page.getByRole("heading", { name: say("No cards yet") })).toBeVisible();
  await expect(link(me, say("Apply for a card"))).toBeVisible();
  await expect(
    page.getByText(say("No bills yet. Card payments and wallet movements will show up here.")),
  ).toBeVisible();
  await lookAround(me);
}

/** The demo's announcements pop up after signing in, one after another. */
async function readAnnouncements(me: Traveller): Promise<void> {
  const { page, say } = me;
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await lookAround(me);
  await dialog.getByRole("checkbox", { name: say("Don’t show again for 24 hours") }).check();
  const last = dialog.getByRole("button", { name: say("Got it"), exact: true });
  const next = dialog.getByText(say("Next"), { exact: true });
  while (!(await last.isVisible())) {
    await next.click();
  }
  await last.click();
  await expect(dialog).toBeHidden();
}

async function deposit(me: Traveller): Promise<void> {
  const { page, say } = me;
  await link(me, say("Wallet")).click();
  await expect(page.getByText(say("Total assets"))).toBeVisible();
  await lookAround(me);
  await link(me, say("Deposit")).click();
  await page.getByLabel(say("Amount in USDT"), { exact: true }).fill("500");
  await page.getByText("ERC20", { exact: true }).click();
  await lookAround(me);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/wallet/deposits"));
  await button(me, say("Get the address")).click();
  const { address } = (await (await answered).json()) as { readonly address: string };
  await expect(page.locator("main")).toContainText(address);
  await expect(page.getByRole("img", { name: say("QR code of the address") })).toBeVisible();
  await expect(page.getByText(say("Waiting for payment"))).toBeVisible();
  await lookAround(me);
  await button(me, say("Simulate payment")).click();
  await expect(page.getByText(say("Payment seen"))).toBeVisible();
  const counted = new RegExp(
    say("{confirmations} of {confirmationsRequired} confirmations", {
      confirmations: "[1-9]\\d*",
      confirmationsRequired: "12",
    }),
  );
  await expect(page.getByText(counted)).toBeVisible();
  await expect(page.getByText(say("Deposit completed"))).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("main")).toContainText(`+$${MONEY.deposited}`);
  await lookAround(me);
  await link(me, say("Go to the wallet")).click();
  await expect(page.getByRole("status").filter({ hasText: `$${MONEY.deposited}` })).toBeVisible();
  await link(me, say("Card")).click();
  await expect(page.locator("main")).toContainText(`+$${MONEY.deposited}`);
}

async function createCard(me: Traveller): Promise<void> {
  const { page, say } = me;
  await link(me, say("Apply for a card")).click();
  await expect(page.getByRole("heading", { name: say("Choose a card") })).toBeVisible();
  await page
    .getByRole("radio", { name: /Mastercard/ })
    .first()
    .check();
  await expect(page.getByRole("status").filter({ hasText: /Mastercard/ })).toContainText(
    say("Current selection"),
  );
  await lookAround(me);
  await link(me, say("Create card")).click();
  await page.getByLabel(say("Name of the card (optional)"), { exact: true }).fill(NICKNAME);
  await lookAround(me);
  await button(me, say("Create card for {fee}", { fee: `$${MONEY.openingFee}` })).click();
  await expect(
    page.getByRole("status").filter({ hasText: say("{name} is ready", { name: NICKNAME }) }),
  ).toBeVisible();
  await lookAround(me);
  await link(me, say("Go to the card")).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
  await expect(page.getByRole("img", { name: new RegExp(NICKNAME) })).toContainText("$0.00");
  await lookAround(me);
}

async function addFunds(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("Add funds")).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(say("Amount to add"), { exact: true }).fill(MONEY.added);
  const lines = [
    [say("To card"), MONEY.added],
    [say("Fee, {rate}", { rate: "3.5%" }), MONEY.fee],
    [say("Total from account"), MONEY.charged],
  ] as const;
  await expectLines(sheet, lines);
  await lookAround(me);
  await sheet.getByRole("button", { name: say("Review") }).click();
  await expect(sheet.getByText(say("Check and confirm"))).toBeVisible();
  await expectLines(sheet, lines);
  await expect(sheet).toContainText(`$${MONEY.accountAfterAdding}`);
  await lookAround(me);
  const charged = page.waitForResponse((answer) => /\/cards\/[^/]+\/deposit$/.test(answer.url()));
  await sheet
    .getByRole("button", { name: say("Add {amount}", { amount: `$${MONEY.added}` }) })
    .click();
  expect(await (await charged).json()).toMatchObject({
    amount: MONEY.added,
    fee: MONEY.fee,
    total: MONEY.charged,
    accountBalance: MONEY.accountAfterAdding,
    cardBalance: MONEY.added,
  });
  await expect(page.getByText(say("{amount} added", { amount: `$${MONEY.added}` }))).toBeVisible();
  await expect(sheet).toBeHidden();
  await expectBalances(me, { account: MONEY.accountAfterAdding, card: MONEY.added });
}

/** Each label with its amount beside it. */
async function expectLines(
  sheet: Locator,
  lines: readonly (readonly [label: string, amount: string])[],
): Promise<void> {
  for (const [label, amount] of lines) {
    const term = sheet.getByRole("term").filter({ hasText: label });
    await expect(term.locator("xpath=..")).toContainText(`$${amount}`);
  }
}

/** What the ledger says, and what the card's page shows. */
async function expectBalances(
  me: Traveller,
  { account, card }: { readonly account: string; readonly card: string },
): Promise<void> {
  const { page } = me;
  await expect(page.getByRole("img", { name: new RegExp(NICKNAME) })).toContainText(`$${card}`);
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  const wallet = await call<{ readonly account: string; readonly cards: string }>(
    serverOrigin(),
    "/api/wallet?currency=USD",
    { token },
  );
  expect(wallet.body).toMatchObject({ account, cards: card });
}

async function reveal(me: Traveller): Promise<CardDetails> {
  const { page, say } = me;
  await button(me, say("Details")).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await lookAround(me);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/reveal"));
  await sheet.getByRole("button", { name: say("Show details") }).click();
  const card = (await (await answered).json()) as CardDetails;
  const grouped = card.pan.replace(/(.{4})(?=.)/g, "$1 ");
  await expect(sheet.getByText(say("Card number"), { exact: true })).toBeVisible();
  await expect(sheet.getByText(grouped)).toBeVisible();
  await expect(sheet.getByText(card.cvv, { exact: true })).toBeVisible();
  await lookAround(me);
  await sheet.getByRole("button", { name: say("Hide now") }).click();
  await expect(page.getByText(grouped)).toHaveCount(0);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(kept).not.toContain(card.pan);
  return card;
}

function row({ page }: Traveller, ...texts: readonly string[]): Locator {
  return texts.reduce(
    (found, hasText) => found.filter({ hasText }),
    page.locator("main").getByRole("button"),
  );
}

async function spend(me: Traveller, card: CardDetails): Promise<void> {
  const { page, say, network } = me;
  const { approved, authorizationId } = await network.authorise(card, MONEY.spent, SHOP);
  expect(approved).toBe(true);
  await link(me, say("Filter transactions")).click();
  await expect(page.getByRole("heading", { name: say("Transactions") })).toBeVisible();
  await expect(row(me, SHOP, `−$${MONEY.spent}`, say("Processing"))).toBeVisible();
  await lookAround(me);
  await network.clear(authorizationId);
  await page.reload();
  await expect(row(me, SHOP, `−$${MONEY.spent}`, say("Completed"))).toBeVisible();
  await link(me, say("Back")).click();
  await page.reload();
  await expectBalances(me, { account: MONEY.accountAfterAdding, card: MONEY.cardAfterSpending });
}

async function readBills(me: Traveller): Promise<void> {
  const { page, say } = me;
  await page.goto("/");
  await link(me, say("View all")).click();
  await expect(page.getByRole("heading", { name: say("Bills") })).toBeVisible();
  await expect(row(me, SHOP, `−$${MONEY.spent}`, say("Completed"))).toBeVisible();
  await expect(row(me, say("Added to card"), say("Completed"))).toBeVisible();
  await expect(row(me, say("Card opening fee"), `−$${MONEY.openingFee}`)).toBeVisible();
  await expect(row(me, say("Deposit"), `+$${MONEY.deposited}`)).toBeVisible();
  await lookAround(me);
  await row(me, SHOP).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(say("Timeline"))).toBeVisible();
  await expect(sheet).toContainText(`−$${MONEY.spent}`);
  await lookAround(me);
  await sheet.getByRole("link", { name: say("Go to the card") }).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
}

async function transferOut(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("Transfer out")).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(say("Amount to transfer out"), { exact: true }).fill("20");
  const lines = [
    [say("To account"), MONEY.transferred],
    [say("Total from card"), MONEY.transferred],
  ] as const;
  await expectLines(sheet, lines);
  await sheet.getByRole("button", { name: say("Review") }).click();
  await expectLines(sheet, lines);
  await lookAround(me);
  const amount = `$${MONEY.transferred}`;
  await sheet.getByRole("button", { name: say("Transfer {amount}", { amount }) }).click();
  await expect(page.getByText(say("{amount} transferred", { amount }))).toBeVisible();
  await expect(sheet).toBeHidden();
  await expectBalances(me, {
    account: MONEY.accountAfterTransfer,
    card: MONEY.cardAfterTransfer,
  });
}

async function freeze(me: Traveller, card: CardDetails): Promise<void> {
  const { page, say, network, locale } = me;
  await button(me, say("Freeze")).click();
  const dialog = page.getByRole("alertdialog");
  const name = `${NICKNAME} ${card.pan.slice(-4)}`;
  await expect(dialog.getByText(say("Freeze {name}?", { name }))).toBeVisible();
  await lookAround(me);
  await dialog.getByRole("button", { name: say("Freeze"), exact: true }).click();
  await expect(page.getByText(say("Card frozen"), { exact: true })).toBeVisible();
  await expect(
    page.getByText(say("This card is frozen. Unfreeze it to move funds and to pay.")),
  ).toBeVisible();
  await expect(button(me, say("Add funds"))).toBeDisabled();
  await lookAround(me);
  const answer = await network.authorise(card, "5.00", SHOP);
  expect(answer).toMatchObject({ approved: false, code: "card_frozen_customer" });
  await link(me, say("Filter transactions")).click();
  const declined = row(me, SHOP, "$5.00", say("Declined"));
  await expect(declined).toBeVisible();
  await declined.click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(FROZEN_BY_CUSTOMER[locale])).toBeVisible();
  await lookAround(me);
  await sheet.getByRole("button", { name: say("Close"), exact: true }).click();
  await expect(sheet).toBeHidden();
  await link(me, say("Back")).click();
}

async function unfreezeAndRefund(me: Traveller, card: CardDetails): Promise<void> {
  const { page, say, network } = me;
  await button(me, say("Unfreeze")).click();
  await expect(page.getByText(say("Card unfrozen"))).toBeVisible();
  await expect(button(me, say("Add funds"))).toBeEnabled();
  await network.refund(card, MONEY.refunded, SHOP);
  await page.reload();
  await expectBalances(me, { account: MONEY.accountAfterTransfer, card: MONEY.cardAfterRefund });
  await expect(page.locator("main")).toContainText(say("Refund"));
  await expect(page.locator("main")).toContainText(`+$${MONEY.refunded}`);
}

async function closeCard(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("More")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("Close card") })
    .click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`$${MONEY.cardAfterRefund}`);
  await lookAround(me);
  await dialog.getByRole("button", { name: say("Close card"), exact: true }).click();
  await expect(page.getByText(say("Card closed"), { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectBalances(me, { account: MONEY.accountAtTheEnd, card: "0.00" });
  await lookAround(me);
}

async function signOut(me: Traveller): Promise<void> {
  const { page, say } = me;
  await page.goto("/profile");
  await lookAround(me);
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  await button(me, say("Log out")).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: say("Log out"), exact: true }).click();
  await expect(page).toHaveURL("/login");
  const kept = await page.evaluate(() =>
    ["token", "user", "menus"].map((key) => localStorage[key]),
  );
  expect(kept.every((value) => value === undefined || value === null)).toBe(true);
  const { status } = await call<Card>(serverOrigin(), "/api/cards", { token });
  expect(status).toBe(401);
}
