import type { Page } from "@playwright/test";
import { test as base, expect } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { call, createCustomer } from "../../src/sandbox-client.ts";
import { type StripeHome, startStripeHome } from "../../src/stripe-home.ts";
import { STRIPE_SECRETS, type StripeJs, serveStripeJs } from "../../src/stripe-js.ts";

/** A timeout longer than the console's wait for Stripe. */
const PATIENCE = { timeout: 90_000 };
const { number: NUMBER, cvc: CVC } = STRIPE_SECRETS;

/** Cardholder details that the issuer requires before it issues a card. */
const HOLDER = {
  legalName: { first: "Ada", last: "Lovelace" },
  birthDate: "1990-12-10",
  address: {
    line1: "1 Main Street",
    city: "Springfield",
    region: "IL",
    postalCode: "62701",
    country: "US",
  },
  phone: "+12025550123",
  acceptTerms: true,
} as const;

interface PolicyFactory {
  createPolicy(name: string, rules: object): unknown;
}

interface Fixtures {
  readonly stripeJs: StripeJs;
  /** Opens the details of a new card and enters the password. */
  readonly openDetails: () => Promise<void>;
}

const test = base.extend<Fixtures, { readonly home: StripeHome }>({
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
  customer: async ({ home }, use) => {
    const customer = await createCustomer(home.origin);
    await call(home.origin, "/api/card-holder", {
      method: "PUT",
      token: customer.token,
      body: HOLDER,
    });
    await use(customer);
  },
  stripeJs: async ({ page, home }, use) => {
    const stripeJs = await serveStripeJs(page);
    await use(stripeJs);
    expect(stripeJs.strays, "what else was asked of the world").toEqual([]);
    expect(home.stripe.violations).toEqual([]);
  },
  openDetails: async ({ signedIn: page, customer, stripeJs: _answers }, use) => {
    await customer.fund("50.00");
    const { id } = await customer.openCard();
    await use(async () => {
      await page.goto(`/cards/${id}`);
      await page.getByRole("button", { name: "Details", exact: true }).click();
      await openSheet(page).locator("input[type=password]").fill(customer.password);
      await page.getByRole("button", { name: "Show details" }).click();
    });
  },
});

// The tests share one server and run one after the other.
test.describe.configure({ mode: "default" });

function frame(page: Page, kind: string) {
  return page.frameLocator(`iframe[title="Secure ${kind} frame"]`);
}

/** Returns everything in the console's page itself that could reveal the number. */
async function keptByThePage(page: Page): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify([
      document.body.textContent,
      [...document.querySelectorAll("input")].map(({ value }) => value),
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      await caches.keys(),
      location.href,
      document.cookie,
    ]),
  );
}

function expectNoSecret(text: string, where: string): void {
  expect(text.replace(/\D/g, ""), where).not.toContain(NUMBER.replace(/\D/g, ""));
  expect(text, where).not.toMatch(new RegExp(`(?<![\\w.%-])${CVC}(?![\\w.%-])`));
}

test("Stripe elements: a number stored by Stripe appears only in Stripe's frames", async ({
  signedIn: page,
  openDetails,
  context,
  home,
}) => {
  const said: string[] = [];
  const sent: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => {
    if (request.url().startsWith(home.origin)) {
      sent.push(`${request.url()} ${request.postData() ?? ""}`);
    }
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} ${blockedURI}`),
    );
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDetails();
  await expect(frame(page, "issuingCardNumberDisplay").getByText(NUMBER)).toBeVisible();
  await expect(frame(page, "issuingCardCvcDisplay").getByText(CVC)).toBeVisible();
  await expect(frame(page, "issuingCardExpiryDisplay").getByText("07/31")).toBeVisible();
  const sheet = openSheet(page);
  await expect(sheet.getByText("Billing address")).toBeVisible();
  await expect(sheet.getByText(/Hiding details in/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Copy card number" })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.locator('iframe[src*="toCopy=number"]').contentFrame().getByRole("button").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(NUMBER);
  await expect(frame(page, "issuingCardNumberDisplay").getByText(NUMBER)).toBeVisible();

  expectNoSecret(await keptByThePage(page), "the page");
  expect((await page.content()).replace(/\D/g, "")).not.toContain(NUMBER.replace(/\D/g, ""));
  expectNoSecret(said.join("\n"), "the console");
  expectNoSecret(sent.join("\n"), "what the server was sent");
  expect(sent.filter((one) => one.includes("/number-key")).length).toBe(1);
  expect(sent.filter((one) => one.includes("/reveal")).length).toBe(0);

  await sheet.getByRole("button", { name: "Hide now" }).click();
  await expect(sheet).toBeHidden();
  await expect
    .poll(() => page.frames().filter((one) => one.url().includes("stripe")).length)
    .toBe(0);
});

test("Stripe elements: the elements use the colors of the light and dark themes", async ({
  signedIn: page,
  openDetails,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openDetails();
  const shown = frame(page, "issuingCardNumberDisplay").getByText(NUMBER);
  await expect(shown).toHaveCSS("color", "rgb(242, 240, 236)");
  await expect(shown).toHaveCSS("font-size", "20px");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
  await expect(shown).toHaveCSS("color", "rgb(22, 30, 42)");
});

test.describe("Stripe elements: outages", () => {
  test.use({ tolerated: [/net::ERR_FAILED/] });

  test("Stripe elements: an outage is reported, and retrying needs no password", async ({
    signedIn: page,
    openDetails,
    stripeJs,
  }) => {
    stripeJs.block(true);
    await openDetails();
    const sheet = openSheet(page);
    await expect(sheet.getByRole("alert")).toContainText("Stripe couldn’t show the card details");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const again = sheet.getByRole("button", { name: "Try again", exact: true });
    const failed = page.waitForEvent("requestfailed");
    await again.click();
    await failed;
    await expect(again).not.toHaveAttribute("aria-disabled", "true");
    stripeJs.block(false);
    await again.click();
    await expect(frame(page, "issuingCardNumberDisplay").getByText(NUMBER)).toBeVisible();
    expect(stripeJs.nonces()).toBe(1);
  });
});

test("Stripe elements: an invalid key causes an error, and retrying gets a new key", async ({
  signedIn: page,
  customer,
  openDetails,
  stripeJs,
}) => {
  stripeJs.endKeys(true);
  await openDetails();
  const sheet = openSheet(page);
  await expect(sheet.getByRole("alert")).toContainText("Stripe couldn’t", PATIENCE);
  // The frames are removed a moment after the alert is shown.
  await expect.poll(() => page.frames().length, { message: "frames in the page" }).toBe(1);
  stripeJs.endKeys(false);
  await sheet.getByRole("button", { name: "Try again" }).click();
  // The failed attempt has consumed the step-up token.
  await sheet.locator("input[type=password]").fill(customer.password);
  await sheet.getByRole("button", { name: "Show details" }).click();
  await expect(frame(page, "issuingCardNumberDisplay").getByText(NUMBER)).toBeVisible();
  expect(stripeJs.nonces()).toBe(2);
});

test.describe("Stripe elements: content security policy", () => {
  test.use({ tolerated: [/Content Security Policy|TrustedScriptURL|violates/] });

  test("Stripe elements: the page allows no other script, frame or address", async ({
    signedIn: page,
    openDetails,
  }) => {
    await openDetails();
    await expect(frame(page, "issuingCardNumberDisplay").getByText(NUMBER)).toBeVisible();
    const outcome = await page.evaluate(async () => {
      const broken: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        broken.push(effectiveDirective),
      );
      const threw = (act: () => unknown) => {
        try {
          act();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      const script = threw(() => {
        document.createElement("script").src = "https://js.stripe.com/endive/stripe.js";
      });
      const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
      const policy = threw(() => trustedTypes?.createPolicy("tessera-stripe", {}));
      const other = threw(() => trustedTypes?.createPolicy("other", {}));
      const fetched = await fetch("https://example.com/").then(
        () => true,
        () => false,
      );
      const strange = document.createElement("iframe");
      strange.src = "https://example.com/";
      document.body.append(strange);
      // Violations are reported when the browser encounters them, which for a frame may be after it
      // has loaded.
      const expected = ["connect-src", "frame-src", "require-trusted-types-for"];
      const isTold = () => expected.every((directive) => broken.includes(directive));
      for (const until = performance.now() + 10_000; !isTold() && performance.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      strange.remove();
      return { script, policy, other, fetched, broken: [...new Set(broken)].sort() };
    });
    expect(outcome).toMatchObject({ script: true, policy: true, other: true, fetched: false });
    expect(outcome.broken).toEqual(
      expect.arrayContaining(["connect-src", "frame-src", "require-trusted-types-for"]),
    );
  });
});
