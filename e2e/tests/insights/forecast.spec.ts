import type { Locator, Page } from "@playwright/test";
import { awayFromMidnight } from "../../src/away-from-midnight.ts";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { type Customer, call } from "../../src/sandbox-client.ts";
import { LOCALES, wordsOf } from "../../src/words.ts";

interface Bought {
  readonly shop: string;
  readonly amount: string;
  readonly mcc?: string;
  readonly cvv?: string;
}

type Network = Readonly<Record<string, unknown>>;

async function send(step: string, body: Network): Promise<{ readonly authorizationId: string }> {
  const answer = await call<{ authorizationId: string }>(
    serverOrigin(),
    `/sandbox/network/${step}`,
    { body },
  );
  expect(answer.status, step).toBe(200);
  return answer.body;
}

/**
 * Opens a card with a balance of 300 dollars, and returns it together with a function that pays
 * with it.
 */
async function openPayingCard(customer: Customer) {
  await customer.fund("400.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  const { pan, expiryMonth, expiryYear, ...card } = await customer.revealCard(id);
  const wrongCvv = card.cvv.startsWith("9") ? "000" : "999";
  const buy = ({ shop, amount, mcc = "5734", cvv = card.cvv }: Bought) =>
    send("authorize", {
      pan,
      expiryMonth,
      expiryYear,
      cvv,
      amount,
      currency: "USD",
      merchant: { name: shop, mcc, country: "US" },
    });
  return { id, buy, wrongCvv };
}

async function look(page: Page, locale: string, theme: "light" | "dark"): Promise<void> {
  await page.addInitScript(
    ([chosen, lit]) => {
      localStorage.setItem("tessera-locale", chosen ?? "");
      localStorage.setItem("tessera-theme", lit ?? "");
    },
    [locale, theme],
  );
}

/** Finds a row of the panel by the start of its text. */
function rowOf(page: Page, title: string): Locator {
  return page.getByRole("main").getByRole("button", { name: new RegExp(`^${title}`) });
}

/** Opens all collapsed parts, using only the keyboard. */
async function openByKeys(page: Page, sheet: Locator): Promise<void> {
  const closed = sheet.locator("button[aria-expanded=false]");
  await expect(closed.first()).toBeVisible();
  for (let left = await closed.count(); left > 0; left--) {
    await closed.first().focus();
    await page.keyboard.press("Enter");
    await expect(closed).toHaveCount(left - 1);
  }
}

const LOOKS = [
  { theme: "light", width: 390 },
  { theme: "dark", width: 390 },
  { theme: "dark", width: 1280 },
] as const;

for (const [place, locale] of LOCALES.entries()) {
  const say = wordsOf(locale);
  const { theme, width } = LOOKS[place] ?? LOOKS[0];
  test(`forecast: safe to spend is shown term by term (${locale})`, async ({
    signedIn: page,
    customer,
  }) => {
    const { id, buy, wrongCvv } = await openPayingCard(customer);
    await awayFromMidnight();
    const { authorizationId } = await buy({ shop: "Hotel Lyra", amount: "100.00", mcc: "7011" });
    await send("increment", { authorizationId, amount: "20.00" });
    await buy({ shop: "Typo Books", amount: "5.00", cvv: wrongCvv });
    await look(page, locale, theme);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/cards/${id}`);
    const sheet = openSheet(page);
    const opener = (title: string) => rowOf(page, say(title));

    // 300.00 − 120.00 − 15% of 120.00
    await expect(opener("Safe to spend")).toContainText("$162.00");
    await opener("Safe to spend").click();
    await expect(sheet).toContainText("$162.00");
    await openByKeys(page, sheet);
    for (const text of ["$300.00", "−$120.00", "−$18.00", "Hotel Lyra"]) {
      await expect(sheet).toContainText(text);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(opener("Safe to spend")).toBeFocused();

    await opener("Pending payments").click();
    await openByKeys(page, sheet);
    await expect(sheet).toContainText(say("The merchant requested more"));
    await expect(sheet.locator("li")).toHaveCount(2);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();

    await opener("Declined this month").click();
    await expect(sheet).toContainText(say("Declined payments are free, no matter how many."));
    await openByKeys(page, sheet);
    await expect(sheet).toContainText("Typo Books");
    await expectAccessible(page);
    await sheet.getByRole("link").filter({ hasText: "Typo Books" }).click();
    await expect(page).toHaveURL(/\/transactions\?.*open=mov_/);
    await expect(openSheet(page)).toContainText("Typo Books");
  });
}

test("forecast: safe to spend is updated after each payment", async ({
  signedIn: page,
  customer,
}) => {
  const { id, buy } = await openPayingCard(customer);
  await page.goto(`/cards/${id}`);
  const panel = rowOf(page, "Safe to spend");
  await expect(panel).toContainText("$300.00");
  await buy({ shop: "Uber", amount: "50.00", mcc: "4121" });
  await expect(panel).toContainText("$240.00");
  await expect(rowOf(page, "Pending payments")).toContainText("$50.00");
});

test("forecast: a freeze lists merchants that will retry, but does not wait for the list", async ({
  signedIn: page,
  customer,
}) => {
  const { id, buy, wrongCvv } = await openPayingCard(customer);
  await buy({ shop: "Keen Shop", amount: "12.00", cvv: wrongCvv });
  await buy({ shop: "Keen Shop", amount: "12.00", cvv: wrongCvv });
  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "Freeze" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Likely to charge this card next");
  await expect(dialog.getByRole("listitem")).toContainText(["Keen Shop"]);
  await expect(dialog).toContainText("2 declined attempts");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Close card" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Keen Shop");

  // The request never gets a response, and the freeze takes effect regardless.
  await page.route("**/likely-charges?*", () => new Promise(() => undefined));
  await page.goto(`/cards/${id}`);
  await page.getByRole("button", { name: "Freeze" }).click();
  await expect(dialog).not.toContainText("Keen Shop");
  await dialog.getByRole("button", { name: "Freeze" }).click();
  await expect(page.getByText("Card frozen")).toBeVisible();
});

test.describe("forecast: outages", () => {
  test.use({ tolerated: [/status of 503/] });

  test("forecast: the panel reports an outage, and retries when asked", async ({
    signedIn: page,
    customer,
  }) => {
    const { id } = await openPayingCard(customer);
    await page.route("**/safe-to-spend", (route) =>
      route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { message: "Busy" } }),
    );
    await page.goto(`/cards/${id}`);
    await expect(page.getByText("Couldn’t load your safe-to-spend amount")).toBeVisible();
    await page.unroute("**/safe-to-spend");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rowOf(page, "Safe to spend")).toContainText("$300.00");
  });
});
