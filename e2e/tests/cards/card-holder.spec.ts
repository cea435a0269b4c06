import { test as base, expect } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { call, createCustomer } from "../../src/sandbox-client.ts";
import { type StripeHome, startStripeHome } from "../../src/stripe-home.ts";

const test = base.extend<object, { readonly home: StripeHome }>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
    async ({}, use) => {
      const home = await startStripeHome();
      await use(home);
      await home.stop();
    },
    { scope: "worker", timeout: 360_000 },
  ],
  baseURL: async ({ home }, use) => use(home.origin),
  customer: async ({ home }, use) => use(await createCustomer(home.origin)),
});

// In this test the server rejects some details and one application.
test.use({ tolerated: [/status of 40[09]/] });

test("cardholder: an application asks for missing details; the profile can correct them", async ({
  signedIn: page,
  customer,
  home,
}) => {
  await customer.fund("50.00");
  await page.goto("/card-selection");
  await page.getByRole("link", { name: "Create card" }).click();
  const heading = page.getByRole("heading", { name: "About you" });
  await expect(heading).toBeVisible();
  await expect(page.getByRole("button", { name: /Create card for/ })).toBeHidden();
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByLabel("First names")).toBeFocused();
  await expect(page.getByText("Fill in this field.")).toHaveCount(8);
  await expect(page.getByText("Accept the terms to continue.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByLabel("First names").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Date of birth").fill("2015-12-10");
  await page.getByLabel("Country or region").selectOption("US");
  await page.getByLabel("Address", { exact: true }).fill("1 Main Street");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("Postal code").fill("62701");
  await page.getByLabel("Mobile number").fill("+1 (555) 000-1234");
  await page.getByRole("checkbox", { name: /terms for cardholders/ }).check();
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("You are too young for a card from this issuer.")).toBeVisible();
  await expect(page.getByLabel("Date of birth")).toBeFocused();
  await page.getByLabel("Date of birth").fill("1990-12-10");
  await page.getByRole("button", { name: "Save details" }).click();

  await expect(page.getByText("Ada Lovelace")).toBeVisible();
  await expect(page.getByText("Billing address")).toHaveCount(0);
  await page.getByLabel("Card name (optional)").fill("Books");
  await page.getByRole("button", { name: /Create card for/ }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByText(/did not accept some of your details/)).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toBeFocused();
  await page.getByLabel("Mobile number").fill("+12025550123");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByLabel("Card name (optional)")).toHaveValue("Books");
  await page.getByRole("button", { name: /Create card for/ }).click();
  await expect(page.getByRole("button", { name: /Create card for/ })).toHaveCount(0);
  await expect.poll(() => home.stripe.world.all("issuing.card").length).toBe(1);

  await page.goto("/profile");
  await page.getByRole("button", { name: /Details for the card issuer/ }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByLabel("Last name")).toHaveValue("Lovelace");
  await sheet.getByLabel("Last name").fill("Byron");
  await sheet.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  const { token } = customer;
  const { body } = await call<{ legalName: unknown }>(home.origin, "/api/card-holder", { token });
  expect(body.legalName).toEqual({ first: "Ada", last: "Byron" });
  expect(home.stripe.violations).toEqual([]);
});
