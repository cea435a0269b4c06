import type { Locator, Page } from "@playwright/test";
import type { CardNetwork } from "../card-network.ts";
import { expect, serverOrigin } from "../fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../look-around.ts";
import type { Mailbox } from "../mailbox.ts";
import { call } from "../sandbox-client.ts";
import type { Locale, Say } from "../words.ts";

/** The store where the card is used. */
export const SHOP = "Northlight Tools";
export const NICKNAME = "Field kit";

/** Every amount from registration to card closure, computed by hand. */
export const MONEY = {
  deposited: "500.00",
  openingFee: "1.50",
  added: "123.45",
  /** 3.5% of 123.45, which is 4.32075, rounded up. */
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

/** A customer using a browser, with everything a journey needs. */
export interface Traveller {
  readonly page: Page;
  readonly locale: Locale;
  readonly say: Say;
  readonly mailbox: Mailbox;
  readonly network: CardNetwork;
}

/** Checks that the page is accessible and in the customer's language. */
export async function lookAround({ page, locale }: Traveller): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expectNoSidewaysScroll(page);
  if (locale === "en") {
    await expectAccessible(page);
  }
}

export function button({ page }: Traveller, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function link({ page }: Traveller, name: string): Locator {
  return page.getByRole("link", { name, exact: true });
}

/** Finds a row that contains all of these texts in a list of movements. */
export function row({ page }: Traveller, ...texts: readonly string[]): Locator {
  return texts.reduce(
    (found, hasText) => found.filter({ hasText }),
    page.locator("main").getByRole("button"),
  );
}

/** Expects each label to have its amount next to it. */
export async function expectLines(
  sheet: Locator,
  lines: readonly (readonly [label: string, amount: string])[],
): Promise<void> {
  for (const [label, amount] of lines) {
    const term = sheet.getByRole("term").filter({ hasText: label });
    await expect(term.locator("xpath=..")).toContainText(`$${amount}`);
  }
}

/** Compares the ledger with the balances on the card's page. */
export async function expectBalances(
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
