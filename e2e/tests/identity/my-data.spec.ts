import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

/**
 * Tests the archive of a customer's data, from the request in the profile to the file's content.
 */

async function speak(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((kept) => localStorage.setItem("tessera-locale", kept), locale);
}

for (const locale of ["en", "zh-TW"] as const) {
  test(`my data: a customer requests, downloads and opens an archive (${locale})`, async ({
    customer,
    signedIn: page,
  }) => {
    const say = wordsOf(locale);
    await customer.fund("500.00");
    await speak(page, locale);
    await page.goto("/profile");
    await page.getByRole("link", { name: say("My data") }).click();
    await expect(page.getByText(say("No archives yet."))).toBeVisible();
    await expectAccessible(page);

    const prove = async (button: string) => {
      const sheet = page.getByRole("dialog");
      await sheet.locator("input[type=password]").fill(customer.password);
      await sheet.getByRole("button", { name: button, exact: true }).click();
    };
    await page.getByRole("button", { name: say("Request an archive") }).click();
    await prove(say("Request an archive"));
    const made = page.getByRole("article");
    await expect(made.getByText(say("Completed"), { exact: true })).toBeVisible({
      timeout: 120_000,
    });
    await expect(made).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await made.getByRole("button", { name: say("Download") }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), prove(say("Download"))]);
    expect(file.suggestedFilename()).toMatch(/^tessera-my-data-\d{4}-\d\d-\d\d\.zip$/);
    await expect(page.getByRole("dialog")).toBeHidden();
    const entries = unzipSync(await readFile(await file.path()));
    expect(Object.keys(entries)).toEqual(["README.txt", "data.json", "movements.csv"]);
    const [readme, text, table] = Object.values(entries).map((entry) => strFromU8(entry));
    expect(readme).toContain(locale === "en" ? "Your data at Tessera" : "你在 Tessera 的個人資料");
    const data = JSON.parse(text ?? "");
    expect(data.format).toBe("tessera-customer-data/2");
    expect(data.person[0].email).toBe(customer.email);
    expect(data.movements).toContainEqual(
      expect.objectContaining({ kind: "deposit", parentId: null, amount: "500.00" }),
    );
    const lines = (table ?? "").trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("deposit,completed,500.00,0.00,USD");
  });
}
