import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

/** Tests an API key from its creation in the profile to its end. */

for (const [locale, width] of [
  ["en", 1280],
  ["zh-TW", 390],
] as const satisfies readonly (readonly [Locale, number])[]) {
  test(`API keys: a customer creates a key, calls with it and revokes it (${locale})`, async ({
    customer,
    signedIn: page,
  }) => {
    const say = wordsOf(locale);
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((kept) => localStorage.setItem("tessera-locale", kept), locale);
    await page.goto("/profile");
    await page.getByRole("link", { name: say("API keys") }).click();
    await expect(page.getByText(say("No API keys yet."))).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: say("Create a key") }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: say("Continue") }).click();
    await expect(sheet.getByText(say("Enter a name"))).toBeVisible();
    await sheet.getByLabel(say("Name"), { exact: true }).fill("Bookkeeping");
    await sheet.getByLabel(say("Bills and transactions")).selectOption("read");
    await expectAccessible(page);
    await sheet.getByRole("button", { name: say("Continue") }).click();
    await sheet.locator("input[type=password]").fill(customer.password);
    await sheet.getByRole("button", { name: say("Create key"), exact: true }).click();
    const key = (await sheet.locator("code").textContent()) ?? "";
    expect(key).toMatch(/^tsk_test_1_[0-9A-Za-z]{49}$/);
    await expectAccessible(page);
    await sheet.getByRole("button", { name: say("Done") }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText(key)).toHaveCount(0);

    const ask = () =>
      page.request.get("/api/bills", { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status()).toBe(200);
    const calls = page.getByRole("dialog");
    // Calls are recorded a moment after their response.
    await expect(async () => {
      await page.getByRole("button", { name: say("Calls") }).click();
      const isListed = calls.getByText("GET /api/bills");
      await isListed.waitFor({ timeout: 5_000 }).finally(() => page.keyboard.press("Escape"));
    }).toPass();
    await expect(calls).toBeHidden();

    await page.getByRole("button", { name: say("Revoke") }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByRole("button", { name: say("Revoke"), exact: true }).click();
    await expect(page.getByText(say("Revoked"), { exact: true })).toBeVisible();
    expect((await ask()).status()).toBe(401);
    await expectNoSidewaysScroll(page);
  });
}
