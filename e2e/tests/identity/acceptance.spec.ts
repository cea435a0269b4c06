import type { Page } from "@playwright/test";
import { LEGAL_VERSIONS } from "@tessera/contract/identity/legal-versions";
import { expect, test } from "../../src/fixtures.ts";

const VERSION = LEGAL_VERSIONS.privacy.length;

/** The response after a new version of the privacy policy takes effect. */
const OUTSTANDING = {
  texts: [
    {
      text: "privacy",
      version: VERSION,
      effectiveFrom: "2026-11-24T00:00:00.000Z",
      changes: "We now record when you accept our legal texts.",
      acceptedVersion: VERSION - 1,
    },
  ],
  nextVersionInSeconds: null,
};

/** Makes the server return {@link OUTSTANDING} until the customer accepts. */
async function withNewVersion(page: Page): Promise<void> {
  let isAccepted = false;
  // Set before the page receives the response, because the page then reads what is outstanding.
  await page.route("**/api/legal/acceptances", async (route) => {
    if (route.request().method() !== "POST") {
      return route.fallback();
    }
    const response = await route.fetch();
    isAccepted = true;
    await route.fulfill({ response });
  });
  await page.route("**/api/legal/outstanding", (route) =>
    isAccepted ? route.continue() : route.fulfill({ json: OUTSTANDING }),
  );
}

test("legal acceptance: a customer sees what changed in a new version and accepts it", async ({
  signedIn: page,
}) => {
  await withNewVersion(page);
  await page.goto("/profile");
  const sheet = page.getByRole("dialog", { name: "Our legal documents have changed" });
  await expect(sheet).toContainText("We now record when you accept our legal texts.");
  await expect(sheet).toContainText(`Version ${VERSION}, effective from`);

  const [read] = await Promise.all([
    page.waitForEvent("popup"),
    sheet.getByRole("link", { name: "Privacy Policy" }).click(),
  ]);
  await expect(read).toHaveURL(new RegExp(`/legal/privacy\\?version=${VERSION}$`));
  await read.close();

  await sheet.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await sheet.getByRole("button", { name: "Accept" }).focus();
  await page.keyboard.press("Enter");
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Legal" })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test("legal acceptance: the page stays usable after the customer postpones acceptance", async ({
  signedIn: page,
}) => {
  await withNewVersion(page);
  await page.goto("/profile");
  const sheet = page.getByRole("dialog", { name: "Our legal documents have changed" });
  await sheet.getByRole("button", { name: "Not now" }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(sheet).toBeHidden();
});

test("legal acceptance: a customer sees which versions they accepted, when, and where", async ({
  signedIn: page,
}) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "What you accepted" }).click();
  const sheet = page.getByRole("dialog", { name: "What you accepted" });
  for (const text of ["Terms of Service", "Privacy Policy", "Data Security Policy"]) {
    await expect(sheet.getByRole("link", { name: text })).toBeVisible();
  }
  await expect(sheet).toContainText("When registering");
  await expect(sheet).toContainText("Network 127.0.0.0/24");
});

test("legal texts: an earlier version keeps its address and links to the current version", async ({
  page,
}) => {
  await page.goto("/legal/privacy?version=1");
  await expect(page.locator("main")).toContainText("earlier versions available on request");
  await expect(page.locator("main")).toContainText("This is an earlier version.");
  await page
    .getByRole("link", { name: `Read version ${VERSION}` })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/legal/privacy\\?version=${VERSION}$`));
  await expect(page.locator("main")).toContainText("Every version stays readable on this page");
});
