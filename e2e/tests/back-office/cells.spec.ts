import type { SandboxServer } from "../../../scripts/sandbox-server.ts";
import { startCellsSandbox } from "../../../scripts/screens/cells-sandbox.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsAdministrator } from "../../src/operators.ts";
import { wordsOf } from "../../src/words.ts";

/** The pages that show all cells of the program. */
const PAGES = [
  "/system/board",
  "/system/customers",
  "/system/customers?view=corrections",
  "/system/reviews",
  "/system/network",
  "/system/support",
  "/system/operators?tab=proposals",
  "/system/audit",
];

// Both tests use the server that one worker starts.
test.describe.configure({ mode: "default" });

let server: SandboxServer;
test.beforeAll(async () => {
  server = await startCellsSandbox();
});
test.afterAll(() => server?.stop());

for (const [locale, theme, width] of [
  ["zh-CN", "dark", 390],
  ["en", "light", 1280],
] as const) {
  test(`cells: every list of a desk ${width} px wide names a slow and a dead cell`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width, height: 900 },
      timezoneId: "UTC",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    const looks = { "tessera-locale": locale, "tessera-theme": theme };
    await openAsAdministrator(page, looks, server.origin);
    const notice = wordsOf(locale)(
      "Cells {cells} did not respond. Their entries and amounts are missing here.",
      { cells: "2, 3" },
    );
    const everything = wordsOf(locale)("That’s everything");
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByText(notice), path).toBeVisible();
      await expect(page.getByText(everything), path).toBeHidden();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await page.goto("/system/customers");
    await expect(page.getByText("demo", { exact: true }).first()).toBeVisible();
    const again = wordsOf(locale)("Try again");
    const asked = page.waitForResponse((response) => response.url().includes("/admin/customers"));
    await page.getByRole("button", { name: again }).click();
    expect((await (await asked).json()).cells).toEqual({ unavailable: [2, 3] });
    await expect(page.getByText(notice)).toBeVisible();
    await context.close();
  });
}
