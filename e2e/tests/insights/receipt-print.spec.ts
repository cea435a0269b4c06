import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { LOCALES, wordsOf } from "../../src/words.ts";

const SHOP = "Quiet Books & Sons";

/** Returns every text that would be printed, in order. */
function printedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest(".receipt"))
      .flatMap(({ childNodes }) => [...childNodes])
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent?.trim() ?? "")
      .filter((text) => text !== ""),
  );
}

/** Returns the paper and ink colors, which must be the same in every theme. */
function paperAndInk(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const receipt = document.querySelector(".receipt");
    const inks = [receipt, ...(receipt?.querySelectorAll("*") ?? [])].map((element) =>
      element === null ? "" : getComputedStyle(element).color,
    );
    const papers = [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).backgroundColor,
    );
    return [...new Set([...papers, ...inks])];
  });
}

for (const locale of LOCALES) {
  const say = wordsOf(locale);
  test(`receipts: only the receipt is printed, dark on white, in any theme (${locale})`, async ({
    signedIn: page,
    customer,
    network,
  }, testInfo) => {
    await customer.fund("50.00");
    const { id } = await customer.openCard();
    await customer.addFunds(id, "20.00");
    await network.authorize(await customer.revealCard(id), "12.34", SHOP);
    await page.addInitScript((chosen) => {
      localStorage.setItem("tessera-locale", chosen);
      localStorage.setItem("tessera-theme", "dark");
    }, locale);
    await page.goto("/bills");
    await page.getByText(SHOP, { exact: true }).click();
    await expect(page.getByRole("button", { name: say("Print Tessera receipt") })).toBeVisible();

    await page.emulateMedia({ media: "print" });
    const receipt = page.locator(".receipt");
    await expect(receipt).toBeVisible();
    for (const text of [say("Tessera receipt"), SHOP, "12.34", say("Reference")]) {
      await expect(receipt).toContainText(text);
    }
    expect(await printedTexts(page)).toEqual([]);
    expect(await paperAndInk(page)).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);

    const pdf = await page.pdf({ format: "A4", printBackground: true });
    await writeFile(testInfo.outputPath("receipt.pdf"), pdf);
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) ?? [];
    expect(pages, "one sheet").toHaveLength(1);

    await page.emulateMedia({ media: "screen" });
    await expect(receipt).toBeHidden();
  });
}
