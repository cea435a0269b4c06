import { expect } from "../fixtures.ts";
import { openSheet } from "../open-sheet.ts";
import { type CardDetails, PASSWORD } from "../sandbox-client.ts";
import type { Locale } from "../words.ts";
import {
  button,
  expectBalances,
  expectLines,
  link,
  lookAround,
  MONEY,
  NICKNAME,
  row,
  SHOP,
  type Traveller,
} from "./traveller.ts";

/** The text shown for the declined payment, as in the decline catalog. */
const FROZEN_BY_CUSTOMER: Readonly<Record<Locale, string>> = {
  en: "You had frozen this card. Unfreeze it and try again.",
  "zh-CN": "卡片已被你冻结，请解冻后重试",
  "zh-TW": "卡片已被你凍結，請解凍後再試",
};

export async function createCard(me: Traveller): Promise<void> {
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
  await page.getByLabel(say("Card name (optional)"), { exact: true }).fill(NICKNAME);
  await lookAround(me);
  await button(me, say("Create card for {fee}", { fee: `$${MONEY.openingFee}` })).click();
  await expect(
    page.getByRole("status").filter({ hasText: say("{name} is ready", { name: NICKNAME }) }),
  ).toBeVisible();
  await lookAround(me);
  await link(me, say("Go to the card")).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
  // The previous screen shows the same card until this screen has loaded.
  await expect(button(me, say("Add funds"))).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(NICKNAME) })).toContainText("$0.00");
  await lookAround(me);
}

export async function addFunds(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("Add funds")).click();
  const sheet = openSheet(page);
  await sheet.getByLabel(say("Amount to add"), { exact: true }).fill(MONEY.added);
  const lines = [
    [say("To card"), MONEY.added],
    [say("Fee, {rate}", { rate: "3.5%" }), MONEY.fee],
    [say("Total from account"), MONEY.charged],
  ] as const;
  await expectLines(sheet, lines);
  await lookAround(me);
  await sheet.getByRole("button", { name: say("Review") }).click();
  await expect(sheet.getByText(say("Review and confirm"))).toBeVisible();
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

export async function reveal(me: Traveller): Promise<CardDetails> {
  const { page, say } = me;
  await button(me, say("Details")).click();
  const sheet = openSheet(page);
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

export async function spend(me: Traveller, card: CardDetails): Promise<void> {
  const { page, say, network } = me;
  const { approved, authorizationId } = await network.authorize(card, MONEY.spent, SHOP);
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

export async function readBills(me: Traveller): Promise<void> {
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
  const sheet = openSheet(page);
  await expect(sheet.getByText(say("Timeline"))).toBeVisible();
  await expect(sheet).toContainText(`−$${MONEY.spent}`);
  await lookAround(me);
  await sheet.getByRole("link", { name: say("Go to the card") }).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
}

export async function transferOut(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("Transfer out")).click();
  const sheet = openSheet(page);
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

export async function freeze(me: Traveller, card: CardDetails): Promise<void> {
  const { page, say, network, locale } = me;
  await button(me, say("Freeze")).click();
  const dialog = page.getByRole("alertdialog");
  const name = `${NICKNAME} ${card.pan.slice(-4)}`;
  await expect(dialog.getByText(say("Freeze {name}?", { name }))).toBeVisible();
  await lookAround(me);
  await dialog.getByRole("button", { name: say("Freeze"), exact: true }).click();
  await expect(page.getByText(say("Card frozen"), { exact: true })).toBeVisible();
  await expect(page.getByText(say("Frozen by you"))).toBeVisible();
  await expect(button(me, say("Add funds"))).toBeDisabled();
  await lookAround(me);
  const answer = await network.authorize(card, "5.00", SHOP);
  expect(answer).toMatchObject({ approved: false, code: "card_frozen_customer" });
  await link(me, say("Filter transactions")).click();
  const declined = row(me, SHOP, "$5.00", say("Declined"));
  await expect(declined).toBeVisible();
  await declined.click();
  const sheet = openSheet(page);
  await expect(sheet.getByText(FROZEN_BY_CUSTOMER[locale])).toBeVisible();
  await lookAround(me);
  await sheet.getByRole("button", { name: say("Close"), exact: true }).click();
  await expect(sheet).toBeHidden();
  await link(me, say("Back")).click();
}

export async function unfreezeAndRefund(me: Traveller, card: CardDetails): Promise<void> {
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

export async function closeCard(me: Traveller): Promise<void> {
  const { page, say } = me;
  await button(me, say("More")).click();
  await openSheet(page)
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
