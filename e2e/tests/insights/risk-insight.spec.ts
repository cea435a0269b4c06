import type { Page } from "@playwright/test";
import { signInAsDemoCustomer } from "../../../scripts/sign-in.ts";
import type { CardNetwork } from "../../src/card-network.ts";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";
import type { CardDetails, Customer } from "../../src/sandbox-client.ts";

const SHOP = "Quiet Books";
const MINIMUM = 20;

async function fundedCard(customer: Customer) {
  await customer.fund("500.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "300.00");
  return { id, details: await customer.revealCard(id) };
}

async function payOften(network: CardNetwork, details: CardDetails): Promise<void> {
  for (let place = 0; place < MINIMUM; place += 1) {
    const { approved } = await network.authorize(details, "5.00", SHOP);
    expect(approved).toBe(true);
  }
}

/** Sends three payments with a wrong CVV. */
async function payWithWrongCvv(network: CardNetwork, details: CardDetails): Promise<void> {
  const wrong = { ...details, cvv: details.cvv === "111" ? "222" : "111" };
  for (let place = 0; place < 3; place += 1) {
    await network.authorize(wrong, "5.00", SHOP);
  }
}

/** Returns whether the server knows that the customer has seen the newest alert. */
async function isSeen(customer: Customer): Promise<boolean> {
  const { alerts, alertsSeenAt } = await customer.get<{
    readonly alerts: readonly { readonly at: string }[];
    readonly alertsSeenAt: string | null;
  }>("/api/risk/insight?days=30&currency=USD");
  return alertsSeenAt !== null && Date.parse(alertsSeenAt) >= Date.parse(alerts[0]?.at ?? "");
}

/** Reads the points of each factor from the sheet. */
async function pointsOf(page: Page): Promise<number[]> {
  const parts = openSheet(page).getByRole("listitem");
  await expect(parts).toHaveCount(8);
  const texts = await parts.getByText(/^\d+ of \d+$/).allTextContents();
  return texts.map((text) => Number(text.split(" ")[0]));
}

test("risk score: a new customer sees how many more payments a score requires", async ({
  signedIn: page,
}) => {
  await page.goto("/risk-monitoring");
  await expect(page.getByRole("heading", { name: "Not enough data yet" })).toBeVisible();
  await expect(page.getByText("after 20 more payments in this period")).toBeVisible();
  await expect(page.getByText("out of 100")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Alerts" })).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByText("Risk: not enough data yet")).toBeVisible();
});

test("risk score: a year's score is the sum of its factors; charts have table views", async ({
  page,
}) => {
  const { stored } = await signInAsDemoCustomer(serverOrigin());
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  await page.goto("/risk-monitoring");
  await page.getByRole("combobox", { name: "Period" }).selectOption("365 days");
  await expect(page.getByText(/^\d+ of 2\d\d payments$/)).toBeVisible();
  const score = Number(await page.locator("p", { hasText: /^\d{1,3}$/ }).textContent());
  await page.getByRole("button", { name: "How this is scored" }).click();
  const points = await pointsOf(page);
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(score);
  await page.keyboard.press("Escape");
  await expect(openSheet(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Merchant" }).first().click();
  const table = page.getByRole("table", { name: "Spending by merchant" });
  await expect(table.getByRole("row")).toHaveCount(9);
  await page.getByRole("button", { name: "Day" }).last().click();
  const days = page.getByRole("table", { name: "Declines by day" });
  await expect(days.getByRole("row")).toHaveCount(366);

  await expect(page.getByText("First payment in Singapore")).toBeVisible();
  await expect(
    page.getByText(/it would(?: have stopped \d+ payments?:|n’t have stopped any payment)/).first(),
  ).toBeVisible();
  const draft = page.getByRole("link", { name: "Draft this rule: Hold unusually large payments" });
  await draft.click();
  await expect(page).toHaveURL(/\/risk-strategies\?rule=new$/);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(
    "Hold unusually large payments",
  );
});

test("risk score: wrong CVVs raise an alert without a reload, marked as new only once", async ({
  signedIn: page,
  customer,
  network,
}) => {
  const { details } = await fundedCard(customer);
  await payOften(network, details);
  const stream = page.waitForResponse("**/api/events");
  await page.goto("/risk-monitoring");
  await expect(page.getByRole("heading", { name: "Low risk" })).toBeVisible();
  await expect(page.getByText("Nothing unusual in this period.")).toBeVisible();
  await stream;

  await payWithWrongCvv(network, details);
  const alert = page.getByRole("link", { name: /Wrong CVV or expiry date, 3 times/ });
  await expect(alert).toBeVisible();
  await expect(page.getByText("1 new")).toBeVisible();
  await expect(page.getByText("3 of 23 payments")).toBeVisible();

  // The console tells the server that it shows the alert. Leaving the page would cancel that.
  await expect.poll(() => isSeen(customer)).toBe(true);
  await alert.click();
  await expect(openSheet(page).getByText(SHOP).first()).toBeVisible();
  await page.goto("/risk-monitoring");
  await expect(alert).toBeVisible();
  await expect(page.getByText("1 new")).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByText("Moderate risk")).toBeVisible();
});

test.describe("risk score: outages", () => {
  test.use({ tolerated: [/status of 503/] });

  test("risk score: an alert raised before the event stream opens appears when it opens", async ({
    signedIn: page,
    customer,
    network,
  }) => {
    const { details } = await fundedCard(customer);
    await payOften(network, details);
    await page.route("**/api/events", (route) => route.fulfill({ status: 503 }));
    await page.goto("/risk-monitoring");
    await expect(page.getByText("Nothing unusual in this period.")).toBeVisible();
    await payWithWrongCvv(network, details);
    // Gives the server time to send the events before the stream opens.
    await page.waitForTimeout(3_000);
    await page.unroute("**/api/events");
    await expect(page.getByRole("link", { name: /Wrong CVV or expiry date/ })).toBeVisible();
  });

  test("risk score: the page reports an outage, and retries when asked", async ({
    signedIn: page,
  }) => {
    await page.route("**/api/risk/insight?**", (route) => route.fulfill({ status: 503 }));
    await page.goto("/risk-monitoring");
    await expect(page.getByText("Couldn’t load the risk insight")).toBeVisible();
    await page.unroute("**/api/risk/insight?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Not enough data yet" })).toBeVisible();
  });
});
