import { expect, test } from "../../src/fixtures.ts";

// The viewer checks whether it may use eval, and works without it.
test.use({ tolerated: [/unsafe-eval/] });

test("API reference: renders without inline scripts, under its own security policy", async ({
  page,
}) => {
  const blocked: string[] = [];
  await page.exposeFunction("noteBlocked", (directive: string) => blocked.push(directive));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      Object(window).noteBlocked(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/reference");
  await expect(page).toHaveURL(/\/reference\//);
  // The viewer renders the whole document, which takes a long time on a busy machine.
  const isRendered = { timeout: 120_000 };
  await expect(page.getByRole("heading", { name: "Tessera", exact: false }).first()).toBeVisible(
    isRendered,
  );
  await expect(page.getByText("/api/auth/send-code").first()).toBeAttached(isRendered);
  const guide = page.getByRole("heading", { name: "Guide: verify a webhook" });
  await expect(guide.first()).toBeAttached(isRendered);
  await expect(page.getByText("api_key_ceiling_exceeded").first()).toBeAttached(isRendered);
  expect(await page.locator("script:not([src])").count()).toBe(0);
  expect(blocked.filter((one) => one !== "script-src eval")).toEqual([]);
});
