import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";

const LANGUAGES = [
  { locale: "en", chip: "All dates", first: "First day", show: "Show", typed: "10/02/2026" },
  { locale: "zh-CN", chip: "全部日期", first: "起始日", show: "查看", typed: "2026-10-02" },
] as const;

for (const { locale, chip, first, show, typed } of LANGUAGES) {
  test(`dates: a day can be typed in the format of ${locale} in any browser`, async ({
    signedIn: page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem("tessera-locale", chosen), locale);
    await page.goto("/bills");
    await page.getByRole("button", { name: chip, exact: true }).click();
    const field = page.getByLabel(first, { exact: true });
    await expect(field).toHaveAttribute("placeholder", /YYYY/);
    await expectAccessible(page);
    await field.fill("13/45/2026");
    await page.getByRole("button", { name: show, exact: true }).click();
    await expect(field).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("YYYY");
    await field.fill(typed);
    await page.getByRole("button", { name: show, exact: true }).click();
    await expect(page).toHaveURL(/[?&]from=2026-10-02\b/);
    await page.reload();
    await page
      .getByRole("button", { name: /2026|10 月|2 Oct/ })
      .first()
      .click();
    await expect(page.getByLabel(first, { exact: true })).toHaveValue(typed);
  });
}
