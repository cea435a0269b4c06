import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { openAsOperator } from "../../src/operators.ts";
import type { Customer } from "../../src/sandbox-client.ts";
import { wordsOf } from "../../src/words.ts";

const WIDE = { width: 1280, height: 900 };

/** Makes three movements: a deposit of 300.00, a card, and a load of 100.00. */
async function movedMoney(customer: Customer): Promise<void> {
  await customer.fund("300.00");
  const card = await customer.openCard();
  await customer.addFunds(card.id, "100.00");
}

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole("table").getByRole("button", { name });
  await expect(wanted.first()).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await wanted.first().evaluate((element) => element === document.activeElement)) {
      return;
    }
  }
  throw new Error(`No number of tabs leads to ${name}.`);
}

const MANY = 450;
const PAGE = 100;

/** Builds one of many purchases, newest first, whose amounts are not in order. */
function purchase(place: number) {
  const at = new Date(Date.UTC(2026, 0, 1) - place * 60_000).toISOString();
  const id = `mov_${String(place).padStart(8, "0")}-0000-7000-8000-000000000000`;
  const amount = `-${((place * 7) % MANY) + 1}.00`;
  const rest = { kind: "purchase", status: "completed", fee: "0.00", currency: "USD" };
  return { id, title: `Shop ${place}`, amount, eventAt: at, createdAt: at, ...rest };
}

/** Serves many purchases, page by page, in response to requests for the list of bills. */
async function serveMany(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/api/bills",
    (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? "0");
      const to = Math.min(from + PAGE, MANY);
      const data = Array.from({ length: to - from }, (_, place) => purchase(from + place));
      return route.fulfill({ json: { data, nextCursor: to < MANY ? String(to) : null } });
    },
  );
}

test.describe("1280 px wide", () => {
  test.use({ viewport: WIDE, permissions: ["clipboard-read", "clipboard-write"] });

  test("tables: bills can be sorted by amount, and are copied with plain amounts", async ({
    signedIn: page,
    customer,
  }) => {
    await movedMoney(customer);
    await page.goto("/bills");
    const table = page.getByRole("table", { name: "Movements" });
    const amounts = table.locator("tbody td[data-figure]:not([data-room])");
    await expect(amounts).toHaveCount(3);
    await table.getByRole("button", { name: "Amount" }).click();
    await expect(amounts.first()).toContainText("+$300.00");
    const head = table.getByRole("columnheader", { name: "Amount" });
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await table.getByRole("button", { name: "Amount" }).click();
    await expect(amounts.last()).toContainText("+$300.00");
    await expect(page.getByText("3 rows")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByText("3 rows copied")).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
    expect(lines[0]).toBe("Time (UTC)\tDescription\tCard\tType\tStatus\tAmount\tFee\tCurrency");
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\tDeposit\t\tDeposit\tCompleted\t300\.00\t[0-9.]+\tUSD$/,
    );
  });

  test("tables: a long table states which rows it sorts, and loads all rows on request", async ({
    signedIn: page,
  }) => {
    await serveMany(page);
    await page.goto("/bills");
    const table = page.getByRole("table", { name: "Movements" });
    await table.getByRole("button", { name: "Amount" }).click();
    await expect(
      page.getByText(/^Only the \d+ loaded rows are sorted\. Load all rows to sort them all\.$/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Load all" }).click();
    await expect(page.getByText(`${MANY} rows`)).toBeVisible();
    await expect(page.getByText(/^Only the .* loaded rows are sorted/)).toHaveCount(0);
    await expect(table).toHaveAttribute("aria-rowcount", String(MANY + 1));
    await expect(table.locator("tbody tr[data-row]").first()).toContainText("−$1.00");
    expect(await table.locator("tbody tr[data-row]").count()).toBeLessThan(100);
    await page.keyboard.press("End");
    await expect(table.locator(`tr[aria-rowindex="${MANY + 1}"]`)).toContainText(`−$${MANY}.00`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const linesCopied = async () =>
      (await page.evaluate(() => navigator.clipboard.readText())).split("\n").length;
    await expect.poll(linesCopied).toBe(MANY + 1);
  });

  test("tables: selected cells are copied as a table", async ({ signedIn: page, customer }) => {
    await movedMoney(customer);
    await page.goto("/bills");
    const rows = page.getByRole("table").locator("tbody tr");
    await expect(rows).toHaveCount(3);
    await rows.first().evaluate((row) => {
      const cells = row.parentElement?.lastElementChild?.children;
      const [first, last] = [cells?.[4], cells?.[5]];
      if (first !== undefined && last !== undefined) {
        getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
      }
    });
    await page.keyboard.press("Control+c");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe("Completed\t300.00");
  });

  test("tables: a table can be sorted and a row opened using only the keyboard", async ({
    signedIn: page,
    customer,
  }) => {
    await movedMoney(customer);
    await page.goto("/bills");
    await tabTo(page, "Amount");
    await page.keyboard.press("Enter");
    const head = page.getByRole("columnheader", { name: "Amount" });
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await tabTo(page, /^Deposit/);
    await page.keyboard.press("Enter");
    await expect(openSheet(page)).toContainText("$300.00");
    await page.keyboard.press("Escape");
    await expect(openSheet(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Deposit/ })).toBeFocused();
  });

  test("tables: the audit log is a table, and clicking any cell opens its record", async ({
    signedIn: page,
  }) => {
    await page.goto("/logs");
    const table = page.getByRole("table", { name: "Logs" });
    await expect(table.getByRole("columnheader", { name: "IP address" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await table.locator("tbody tr").first().locator("td").last().click();
    await expect(openSheet(page)).toBeVisible();
  });

  test("tables: operators find customers in a table next to the open customer", async ({
    page,
    customer,
  }) => {
    const say = wordsOf("zh-TW");
    await openAsOperator(page, "admin", { "tessera-locale": "zh-TW" });
    await page.goto(`/system/customers?q=${encodeURIComponent(customer.email)}`);
    const table = page.getByRole("table", { name: say("Customers") });
    const cards = table.getByRole("columnheader", { name: say("Cards"), exact: true });
    await expect(cards).toBeVisible();
    await expectAccessible(page);
    await table.getByRole("cell").last().click();
    await expect(page).toHaveURL(/\/system\/customers\/cus_/);
    await expect(cards).toBeHidden();
    await expect(table.locator('[aria-current="page"]')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto("/system/audit");
    const audit = page.getByRole("table", { name: say("Audit log") });
    await expect(audit.getByRole("row").nth(1)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test("tables: a phone shows rows instead of a table", async ({ signedIn: page, customer }) => {
  await customer.fund("300.00");
  await page.goto("/bills");
  await expect(page.getByRole("button", { name: /^Deposit/ })).toContainText("+$300.00");
  await expect(page.getByRole("table")).toHaveCount(0);
});
