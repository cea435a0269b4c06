import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { CardNetwork } from "../../src/card-network.ts";
import { expect, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";
import type { Customer } from "../../src/sandbox-client.ts";

/** More rows than a list renders at once. */
const COUNT = 150;
const AT_ONCE = 5;

const shop = (place: number) => `Shop ${String(place).padStart(3, "0")}`;

async function spendOften(customer: Customer, network: CardNetwork): Promise<string> {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  const details = await customer.revealCard(id);
  for (let first = 0; first < COUNT; first += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) =>
        network.authorize(details, "1.00", shop(first + place)),
      ),
    );
  }
  return id;
}

const rows = (page: Page) => page.locator("[data-movement]");

/**
 * Returns whether the page has been scrolled past a payment, so that it shows only older payments.
 */
function isPast(page: Page, place: number): Promise<boolean> {
  return page.evaluate((wanted) => {
    const shown = [...document.querySelectorAll("[data-movement]")]
      .filter((row) => row.getBoundingClientRect().bottom > 0)
      .flatMap(({ textContent }) => /Shop (\d{3})/.exec(textContent ?? "")?.[1] ?? []);
    return shown.length > 0 && shown.every((number) => Number(number) < wanted);
  }, place);
}

/**
 * Scrolls a screenful at a time until a payment's row is visible, and back if the row was passed
 * before it was rendered.
 */
async function scrollTo(page: Page, place: number): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, (await isPast(page, place)) ? -300 : 700);
    await expect(page.getByText(shop(place), { exact: true })).toBeInViewport({ timeout: 250 });
  }).toPass();
}

const rowOf = (page: Page, movement: string) => page.locator(`[data-movement="${movement}"]`);

/**
 * Returns the first visible movement according to the page's URL, once the URL has caught up with
 * the scrolling.
 */
async function placeOf(page: Page): Promise<string> {
  let place = "";
  await expect(async () => {
    place = new URL(page.url()).searchParams.get("at") ?? "";
    expect(place).toMatch(/^mov_/);
    await expect(rowOf(page, place)).toBeInViewport({ timeout: 250 });
  }).toPass();
  return place;
}

test("long lists: the position survives leaving, returning, reloading and filtering", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await spendOften(customer, network);
  await page.goto("/bills");
  await expect(page.getByText(shop(COUNT - 1), { exact: true })).toBeVisible();

  await test.step("only visible rows are in the page", async () => {
    await scrollTo(page, 10);
    expect(await rows(page).count()).toBeLessThan(80);
  });

  await test.step("closing a row’s details leads back to its place", async () => {
    const row = rowOf(page, await placeOf(page));
    await expect(row).toBeInViewport();
    await row.getByRole("button").click();
    await expect(openSheet(page)).toBeVisible();
    await page.goBack();
    await expect(openSheet(page)).toBeHidden();
    await expect(row).toBeInViewport();
  });

  const row = rowOf(page, await placeOf(page));
  await test.step("coming back from a card restores the position", async () => {
    await row.getByRole("button").click();
    await page.getByRole("link", { name: "Go to the card" }).click();
    await expect(page).toHaveURL(/\/cards\//);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/bills/);
    await expect(row).toBeInViewport();
  });

  await test.step("reloading restores the position", async () => {
    await page.reload();
    await expect(row).toBeInViewport();
    await expect(page.getByText(shop(COUNT - 1), { exact: true })).toBeHidden();
  });

  await test.step("a search finds one movement, and its receipt is a separate file", async () => {
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill(shop(42));
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]q=Shop\+042/);
    expect(new URL(page.url()).searchParams.get("at")).toBeNull();
    await rows(page).getByRole("button").click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save Tessera receipt" }).click();
    const receipt = await readFile(await (await saved).path(), "utf8");
    expect(receipt).toContain(shop(42));
    expect(receipt).toContain("−$1.00");
  });
});

test("long lists: the asset page exports the entire history", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await spendOften(customer, network);
  await page.goto("/wallet/asset-detail");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("CSV", { exact: true }).click();
  const saved = page.waitForEvent("download");
  await openSheet(page).getByRole("button", { name: "Export" }).click();
  const lines = (await readFile(await (await saved).path(), "utf8")).trim().split("\r\n");
  // The payments, a deposit, an opening fee, a load, and the header line.
  expect(lines).toHaveLength(COUNT + 4);
  expect(lines.filter((line) => line.includes(shop(0)))).toHaveLength(1);
  await expect(page.getByText("File saved")).toBeVisible();
  await expect(page.getByText("Full history")).toBeHidden();

  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("XLSX", { exact: true }).click();
  const workbook = page.waitForEvent("download");
  await openSheet(page).getByRole("button", { name: "Export" }).click();
  const file = await workbook;
  expect(file.suggestedFilename()).toMatch(/^tessera-history-all-.*\.xlsx$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
});
