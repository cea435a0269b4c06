import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { LOCALES, wordsOf } from "../../src/words.ts";

for (const locale of LOCALES) {
  const say = wordsOf(locale);
  for (const theme of ["light", "dark"]) {
    test(`status page: anyone can read it (${locale}, ${theme})`, async ({ page }) => {
      await page.addInitScript(
        ([language, look]) => {
          localStorage.setItem("tessera-locale", language);
          localStorage.setItem("tessera-theme", look);
        },
        [locale, theme] as const,
      );
      await page.goto("/status");
      await expect(page.getByRole("heading", { name: say("Service status") })).toBeVisible();
      for (const name of ["Card payments", "Withdrawals", "Console and API"]) {
        await expect(page.getByRole("heading", { name: say(name) })).toBeVisible();
      }
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
}

test("status page: an outage is reported, and retrying loads the status", async ({ browser }) => {
  const page = await browser.newPage();
  const say = wordsOf("en");
  await page.route("**/api/status", (route) => route.abort());
  await page.goto("/status");
  const outage = page.getByText(say("The status could not be loaded, so the console may be down."));
  await expect(outage).toBeVisible();
  await page.unroute("**/api/status");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Card payments" })).toBeVisible();
  await page.close();
});
