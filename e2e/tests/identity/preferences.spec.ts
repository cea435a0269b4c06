import { expect, test } from "../../src/fixtures.ts";

test("preferences: the language changes without a page load, and persists", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username or email", { exact: true }).fill("half typed");
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  const html = page.locator("html");
  for (const [lang, heading] of [
    ["zh-CN", "登录"],
    ["zh-TW", "登入"],
    ["en", "Sign in"],
    ["zh-CN", "登录"],
  ] as const) {
    await page.locator("header button").first().click();
    await expect(html).toHaveAttribute("lang", lang);
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, "samePage"))).toBe(true);
  await expect(page.locator("input[name=username]")).toHaveValue("half typed");
  await page.reload();
  await expect(html).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
});

test("preferences: the theme persists, and no page flashes in the other theme", async ({
  page,
}) => {
  await page.goto("/login");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Dark theme", exact: true }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { themesSeen: seen });
    const note = () => {
      if (document.body !== null) {
        seen.push(document.documentElement.getAttribute("data-theme"));
      }
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  const themes = await page.evaluate(() => [...new Set(Reflect.get(window, "themesSeen"))]);
  expect(themes).toEqual(["dark"]);
});

test.describe("preferences: defaults", () => {
  test.use({ colorScheme: "dark", locale: "zh-HK" });

  test("preferences: theme and language default to the browser's", async ({ page }) => {
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-TW");
  });

  test("preferences: an invalid theme is ignored", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("tessera-theme", "DARK "));
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });
});
