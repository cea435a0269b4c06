import type { Locator, Page } from "@playwright/test";
import type { CardNetwork } from "../card-network.ts";
import { expect, serverOrigin } from "../fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../look-around.ts";
import type { Mailbox } from "../mailbox.ts";
import { call } from "../sandbox-client.ts";
import type { Locale, Say } from "../words.ts";

/** Where the card is used. */
export const SHOP = "Northlight Tools";
export const NICKNAME = "Field kit";

/** Every amount from registering to a closed card, computed by hand. */
export const MONEY = {
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

/** A customer at a browser, with everything around them. */
export interface Traveller {
  readonly page: Page;
  readonly locale: Locale;
  readonly say: Say;
  readonly mailbox: Mailbox;
  readonly network: CardNetwork;
}

/** Checks that the page is in its language and accessible. */
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

/** Finds a row of a list of movements that contains all of these texts. */
export function row({ page }: Traveller, ...texts: readonly string[]): Locator {
  return texts.reduce(
    (found, hasText) => found.filter({ hasText }),
    page.locator("main").getByRole("button"),
  );
}

/** Expects each label with its amount next to it. */
export async function expectLines(
  sheet: Locator,
  lines: readonly (readonly [label: string, amount: string])[],
): Promise<void> {
  for (const [label, amount] of lines) {
    const term = sheet.getByRole("term").filter({ hasText: label });
    await expect(term.locator("xpath=..")).toContainText(`$${amount}`);
  }
}

/** Compares what the ledger says with what the card's page shows. */
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
