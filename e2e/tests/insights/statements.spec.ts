import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import type { Customer } from "../../src/sandbox-client.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

/**
 * Tests a statement from the request to the file, whose figures must match those in the console.
 */

interface Movement {
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly kind: string;
}

interface StatementFile {
  readonly movements: readonly Movement[];
  readonly check: readonly Record<string, string | number | boolean>[];
}

/** A job creates the file. */
const CREATED = { timeout: 120_000 };

async function fundedCard(customer: Customer) {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "120.00");
  return id;
}

async function speak(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((kept) => localStorage.setItem("tessera-locale", kept), locale);
}

async function downloaded(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).first().click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^tessera-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.json$/);
  return readFile(await file.path(), "utf8");
}

for (const locale of ["en", "zh-TW"] as const) {
  test(`statements: a new statement adds up and can be downloaded again (${locale})`, async ({
    customer,
    signedIn: page,
  }) => {
    const say = wordsOf(locale);
    await fundedCard(customer);
    await speak(page, locale);
    await page.goto("/reconciliation");
    await expect(
      page.getByText(say("No statements yet. Each statement you create stays here for a week.")),
    ).toBeVisible();
    await page.getByText("JSON", { exact: true }).click();
    await page.getByRole("button", { name: say("This quarter") }).click();
    await page.getByRole("button", { name: say("Create statement") }).click();
    const made = page.getByRole("article");
    await expect(made).toHaveCount(1);
    await expect(made.getByText(say("Completed"), { exact: true })).toBeVisible(CREATED);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const first = await downloaded(page, say("Download"));
    const { movements, check }: StatementFile = JSON.parse(first);
    const usd = check.find(({ currency }) => currency === "USD");
    expect(usd).toMatchObject({ opening: "0.00", balanced: true, rows: movements.length });
    const [balance, cards] = await Promise.all([
      customer.accountBalance(),
      customer.get<{ data: { balance: string }[] }>("/api/cards"),
    ]);
    const [account, card] = [balance, cards.data[0]?.balance ?? ""].map((amount) =>
      BigInt(amount.replace(".", "")),
    );
    const closing = BigInt(String(usd?.closing).replace(".", ""));
    expect(closing).toBe((account ?? 0n) + (card ?? 0n));
    await expect(made.getByText(say("The balances match."))).toHaveCount(1);
    expect(movements.map(({ kind, account: pocket }) => `${kind} ${pocket}`)).toEqual([
      "deposit account",
      "card_opening account",
      "card_deposit account",
      "card_deposit card",
    ]);

    await page.getByRole("button", { name: say("Try again") }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(
      page.getByRole("article").getByText(say("Completed"), { exact: true }),
    ).toHaveCount(2, CREATED);
    const second: StatementFile = JSON.parse(await downloaded(page, say("Download")));
    expect(second.movements).toEqual(movements);
  });
}

test("statements: a statement being generated shows its progress and can be canceled", async ({
  signedIn: page,
}) => {
  const job = {
    id: "exp_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f",
    status: "processing",
    format: "csv",
    fromDay: "2026-10-01",
    toDay: "2026-10-31",
    timeZone: "Asia/Shanghai",
    accounts: ["USD", "CNY", "EUR"],
    startsAt: "2026-09-30T16:00:00.000Z",
    endsAt: "2026-10-31T16:00:00.000Z",
    rowsDone: 12_000,
    rowsTotal: 48_000,
    createdAt: "2026-11-20T10:00:00.000Z",
  };
  let shown: object = job;
  await page.route("**/api/reconciliation/exports?*", (route) =>
    route.fulfill({ json: { data: [shown], nextCursor: null } }),
  );
  await page.route(`**/api/reconciliation/exports/${job.id}/cancel`, (route) => {
    shown = { ...job, status: "cancelled" };
    return route.fulfill({ json: shown });
  });
  await page.goto("/reconciliation");
  await expect(page.getByRole("meter", { name: "Rows written" })).toHaveAttribute("value", "25");
  await expect(page.getByText("12,000 of 48,000 rows")).toBeVisible();
  await expectAccessible(page);
  shown = { ...job, rowsDone: 36_000 };
  await expect(page.getByText("36,000 of 48,000 rows")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("statements: a customer chooses the scope, and an error names what is missing", async ({
  signedIn: page,
}) => {
  await page.goto("/reconciliation");
  await page.getByRole("button", { name: "Custom range" }).click();
  await page.getByLabel("First day").fill("2026-10-02");
  await page.getByLabel("Last day").fill("2026-10-01");
  await page.getByRole("button", { name: "Create statement" }).click();
  await expect(page.getByText("This is before the first day.")).toBeVisible();
  await expect(page.getByLabel("Last day")).toBeFocused();
  await page.getByLabel("Last day").fill("2026-10-09");

  await page.getByRole("button", { name: /^Time zone/ }).click();
  const dialog = openSheet(page);
  await dialog.getByRole("searchbox").fill("new york");
  await dialog.getByRole("radio", { name: "America/New York" }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: /^Accounts and cards/ }).click();
  for (const currency of ["CNY", "EUR"]) {
    await page.getByRole("checkbox", { name: `${currency} account` }).click();
  }
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^Types/ }).click();
  await page.getByRole("checkbox", { name: "Refund" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const asked = page.waitForRequest(
    (request) =>
      request.method() === "POST" && request.url().endsWith("/api/reconciliation/exports"),
  );
  await page.getByRole("button", { name: "Create statement" }).click();
  const body = (await asked).postDataJSON();
  expect(body).toMatchObject({
    fromDay: "2026-10-02",
    toDay: "2026-10-09",
    timeZone: "America/New_York",
    accounts: ["USD"],
    format: "xlsx",
  });
  expect(body.kinds).toHaveLength(12);
  expect(body.kinds).not.toContain("refund");
  await expect(page.getByRole("article").getByText("Completed", { exact: true })).toBeVisible(
    CREATED,
  );
});
