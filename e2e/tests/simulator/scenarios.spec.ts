import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";

async function begin(page: Page): Promise<void> {
  await page.goto("/practice");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expect(page.getByText("Practice time", { exact: true })).toBeVisible();
}

/** Finds one of the card's amounts in the panel. */
function figure(page: Page, name: string) {
  const pair = page.locator("dl").first().locator("div", { hasText: name });
  return pair.locator("dd span[aria-hidden]").first();
}

test("practice: a hotel stay plays through to the end with every cent accounted for", async ({
  signedIn: page,
}) => {
  await begin(page);
  await expectAccessible(page);
  await expect(figure(page, "Available")).toHaveText("$1,000.00");
  await page.getByRole("link", { name: /Hotel stay/ }).click();
  await expect(page).toHaveURL(/scenario=hotel/);

  await page.getByRole("button", { name: "Play next step" }).click();
  const first = page.getByRole("listitem").filter({ hasText: "You check in" });
  await expect(first.getByText("Approved", { exact: true })).toBeVisible();
  await expect(first.getByRole("button", { name: /All checks/ })).toBeVisible();
  await expect(first.getByText("Amount held")).toBeVisible();
  await expect(figure(page, "Held")).toHaveText("$300.00");
  await expect(page.getByRole("status").filter({ hasText: "Step 1" })).toHaveText(
    "Step 1: Approved. Available: $700.00",
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Play to the end" }).click();
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  await expect(figure(page, "Available")).toHaveText("$652.00");
  await page.getByRole("button", { name: /^You check out/ }).click();
  await expect(page.getByText("Paid from the hold")).toBeVisible();
  await page.getByRole("button", { name: /^Harbor View Hotel .*330/ }).click();
  await expect(page.getByText("Timeline")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: /Hotel stay.*Played/ })).toBeVisible();

  await page.goto("/");
  await expect(page.getByText("Harbor View Hotel")).toHaveCount(0);
});

test("practice: the page works in Chinese", async ({ signedIn: page }) => {
  await page.addInitScript(() => localStorage.setItem("tessera-locale", "zh-CN"));
  await page.goto("/practice?scenario=hotel");
  await page.getByRole("button", { name: "开始练习" }).click();
  await page.getByRole("button", { name: "演练到最后" }).click();
  await expect(page.getByRole("button", { name: "再演练一次" })).toBeVisible();
  await expect(page.getByText("离店后又来一笔扣款")).toBeVisible();
  await expect(page.getByText("练习模式，不涉及真实资金")).toBeVisible();
  await expectAccessible(page);
});

test("practice: advancing the clock ends a hold, and restarting asks for confirmation", async ({
  signedIn: page,
}) => {
  await begin(page);
  await page.goto("/practice?scenario=late_clearing");
  await page.getByRole("button", { name: "Play next step" }).click();
  await expect(figure(page, "Held")).toHaveText("$40.00");
  await page.getByRole("button", { name: "+1 month" }).click();
  await expect(figure(page, "Held")).toHaveText("$0.00");
  await expect(page.getByRole("status").filter({ hasText: "It is" })).toHaveText(
    /Available: \$1,000\.00/,
  );

  await page.getByRole("button", { name: "Start over" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("Everything played so far is deleted.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^The shop requests payment/ })).toBeVisible();
  await page.getByRole("button", { name: "Start over" }).click();
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("A new practice session has started")).toBeVisible();
  await expect(page.getByRole("button", { name: /^The shop requests payment/ })).toHaveCount(0);
  await expect(figure(page, "Available")).toHaveText("$1,000.00");
});

test("practice: a wide screen has two columns that work with the keyboard", async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await begin(page);
  await expect(page.getByRole("heading", { name: "Hotel stay" })).toBeVisible();
  await page.getByRole("link", { name: /Gas pump/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Gas pump" })).toBeVisible();
  await page.getByRole("button", { name: "Play next step" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^The pump requests 1.00/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expectAccessible(page);
});

test.describe("practice: outages", () => {
  test.use({ tolerated: [/status of 503/] });

  test("practice: the page reports an outage, and retries when asked", async ({
    signedIn: page,
  }) => {
    const message = "Practice can’t be reached right now. Try again later.";
    await page.route("**/api/practice", (route) =>
      route.fulfill({ status: 503, json: { code: "practice_unavailable", message } }),
    );
    await page.goto("/practice");
    await expect(page.getByText(message)).toBeVisible();
    await page.unroute("**/api/practice");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Start practice" })).toBeVisible();
  });
});

test("practice: the strategy center links here, and the customer's own rule applies", async ({
  signedIn: page,
  customer,
}) => {
  const { id } = await customer.post<{ readonly id: string }>("/api/risk/strategies", {
    name: "Nothing over 250",
    rule: {
      when: { amount: { is: "over", amount: "250.00" } },
      action: "decline",
      scope: { cards: "all" },
      counts: "per_card",
      currency: "USD",
      email: false,
    },
  });
  await customer.post(`/api/risk/strategies/${id}/status`, { status: "active" });
  await page.goto("/risk-strategies");
  await page.getByRole("link", { name: "Practice" }).click();
  await expect(page).toHaveURL(/\/practice$/);
  await expect(page.getByText("Practice. No real money")).toBeVisible();
  await page.getByRole("button", { name: "Start practice" }).click();
  await expect(page.getByText("1 rule applies")).toBeVisible();
  await page.getByRole("link", { name: /Hotel stay/ }).click();
  await page.getByRole("button", { name: "Play to the end" }).click();
  await expect(page.getByText("Skipped", { exact: true })).toHaveCount(3);
  await page.getByRole("button", { name: /^You check in/ }).click();
  await expect(page.getByText("Nothing over 250")).toBeVisible();
});
