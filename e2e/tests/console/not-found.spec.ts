import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsOperator } from "../../src/operators.ts";

const NONE = "01900000-0000-7000-8000-000000000000";

// These tests provoke 404 responses.
test.use({ tolerated: [/status of 404|ERR_FAILED/] });

/** Addresses of items that do not exist, each with its message. */
const OWN = [
  [`/pending-reviews?open=case_${NONE}`, "This case doesn’t exist."],
  ["/pending-reviews?open=nonsense", "This case doesn’t exist."],
  [`/bills?open=mov_${NONE}`, "This transaction doesn’t exist."],
  [`/wallet/deposit?id=dep_${NONE}`, "This deposit doesn’t exist."],
  [`/wallet/withdraw?id=wdr_${NONE}`, "This withdrawal doesn’t exist."],
  [`/customer-service?conversation=con_${NONE}`, "This conversation doesn’t exist."],
  [`/cards/card_${NONE}`, "This card doesn’t exist."],
] as const;
const OPERATORS = [
  [`/system/reviews?open=case_${NONE}`, "This case doesn’t exist."],
  [`/system/support?conversation=con_${NONE}`, "This conversation doesn’t exist."],
  [`/system/customers/cus_${NONE}`, "This customer doesn’t exist."],
  [`/system/network?open=msg_${NONE}`, "This message doesn’t exist."],
] as const;

async function expectSaid(page: Page, addresses: typeof OWN | typeof OPERATORS): Promise<void> {
  for (const [address, said] of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByText(said)).toBeVisible();
      // Trying again would not find the item either.
      await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
}

test("not found: a missing item looks different from a load error", async ({ signedIn: page }) => {
  await expectSaid(page, OWN);
});

test("not found: a missing item is not requested repeatedly", async ({ signedIn: page }) => {
  // Without the event stream, open items are polled every 1.5 seconds.
  await page.route("**/api/events", (route) => route.abort());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const [address, path] of [
    [`/wallet/deposit?id=dep_${NONE}`, `/api/wallet/deposits/dep_${NONE}`],
    [`/wallet/withdraw?id=wdr_${NONE}`, `/api/wallet/withdrawals/wdr_${NONE}`],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText("doesn’t exist.")).toBeVisible();
    await page.waitForTimeout(3_500);
    expect(asked.filter((one) => one === path)).toHaveLength(1);
  }
});

test("not found: operators also see that an item is missing", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAsOperator(page, "admin");
  await expectSaid(page, OPERATORS);
});
