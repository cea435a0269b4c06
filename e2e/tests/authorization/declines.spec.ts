import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import type { Customer } from "../../src/sandbox-client.ts";

const SHOP = "Tessera Test Shop";
const RULE = "Small payments only";

interface Purchase {
  readonly approved: boolean;
  readonly code: string;
}

async function cardWith(customer: Customer, funds = "100.00"): Promise<string> {
  await customer.fund("200.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, funds);
  return id;
}

/** Turns on a rule for payments over 5.00. */
async function ruleOverFive(customer: Customer, action: "decline" | "review"): Promise<void> {
  const rule = {
    when: { amount: { is: "over", amount: "5.00" } },
    action,
    scope: { cards: "all" },
    counts: "per_card",
    currency: "USD",
    email: false,
  };
  const { id } = await customer.post<{ readonly id: string }>("/api/risk/strategies", {
    name: RULE,
    rule,
  });
  await customer.post(`/api/risk/strategies/${id}/status`, { status: "active" });
}

function buy(customer: Customer, cardId: string, amount = "12.00"): Promise<Purchase> {
  return customer.post<Purchase>(`/sandbox/cards/${cardId}/purchase`, { amount });
}

async function openPayment(page: Page) {
  await page.goto("/transactions");
  await page.getByRole("button", { name: SHOP }).first().click();
  return page.getByRole("dialog", { name: SHOP });
}

test("declines: a declined payment is explained and, after it is allowed, passes once", async ({
  signedIn: page,
  customer,
}) => {
  const cardId = await cardWith(customer);
  await ruleOverFive(customer, "decline");
  expect(await buy(customer, cardId)).toMatchObject({ code: "amount_out_of_range" });

  const detail = await openPayment(page);
  await expect(detail.getByRole("heading", { name: "Why it was declined" })).toBeVisible();
  await expect(detail.getByText(`Rule “${RULE}”`)).toBeVisible();
  await expect(detail.getByText("$12.00 requested, $5.00 allowed")).toBeVisible();
  await expect(detail.getByText("The card is open")).toBeHidden();
  await detail.getByRole("button", { name: "All checks" }).click();
  await expect(detail.getByText("The card is open")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  let asked = 0;
  page.on("request", (request) => {
    asked += request.method() === "POST" && request.url().endsWith("/api/risk/grants") ? 1 : 0;
  });
  await detail.getByRole("button", { name: "Allow once" }).click();
  const confirm = page.getByRole("alertdialog");
  await confirm.getByText("1 hour").click();
  await expect(confirm.getByText(`This card can pay ${SHOP} once, up to $12.00`)).toBeVisible();
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Allow once" }).dblclick();
  await expect(detail.getByText("Ask the merchant to try again")).toBeVisible();
  expect(asked).toBe(1);

  expect(await buy(customer, cardId)).toMatchObject({ approved: true });
  await expect(detail.getByText("the retry went through")).toBeVisible();
  expect(await buy(customer, cardId)).toMatchObject({ approved: false });
});

test("declines: a customer revokes a one-time exception", async ({ signedIn: page, customer }) => {
  const cardId = await cardWith(customer);
  await ruleOverFive(customer, "decline");
  await buy(customer, cardId);
  const detail = await openPayment(page);
  await detail.getByRole("button", { name: "Raise by $7.00 until…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Raise" }).click();
  await expect(detail.getByText("The limit is raised by $7.00")).toBeVisible();
  await detail.getByRole("button", { name: "Undo" }).click();
  await expect(detail.getByRole("button", { name: "Allow once" })).toBeVisible();
  expect(await buy(customer, cardId)).toMatchObject({ approved: false });
});

test("declines: adding funds starts with the missing amount filled in", async ({
  signedIn: page,
  customer,
}) => {
  const cardId = await cardWith(customer, "10.00");
  expect(await buy(customer, cardId)).toMatchObject({ code: "insufficient_card_balance" });
  const detail = await openPayment(page);
  await detail.getByRole("button", { name: "Add $2.00" }).click();
  const funding = page.getByRole("dialog", { name: "Add funds" });
  await expect(funding.getByRole("textbox")).toHaveValue("2.00");
  await funding.getByRole("button", { name: "Review" }).click();
  await page
    .getByRole("button", { name: /^Add \$2\.00/ })
    .last()
    .click();
  await expect(detail.getByText("Nothing blocks this payment anymore")).toBeVisible();
  expect(await buy(customer, cardId)).toMatchObject({ approved: true });
});

test("declines: the owner approves a payment under review inline, and its retry passes", async ({
  signedIn: page,
  customer,
}) => {
  const cardId = await cardWith(customer);
  await ruleOverFive(customer, "review");
  await page.goto("/pending-reviews");
  await expect(page.getByText("Nothing needs your approval.")).toBeVisible();
  expect(await buy(customer, cardId)).toMatchObject({ code: "review_required" });
  // The review appears without a reload.
  await expect(page.getByRole("heading", { name: SHOP })).toBeVisible();
  await expect(page.getByText(`Held by ${RULE}`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto("/transactions");
  await expect(page.getByRole("button", { name: SHOP }).getByText("Under review")).toBeVisible();
  await page.goto("/profile");
  await page.getByRole("link", { name: "Pending reviews 1 waiting" }).click();

  // A saved or shared link leads to the same review.
  const { data } = await customer.get<{ readonly data: readonly { readonly id: string }[] }>(
    "/api/reviews",
  );
  await page.goto(`/pending-reviews?open=${data[0]?.id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(`${SHOP} can charge this card once, up to $12.00`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await expect(page.getByText("Approved")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await buy(customer, cardId)).toMatchObject({ approved: true });
  expect(await buy(customer, cardId)).toMatchObject({ code: "review_required" });
});

test("preflight: without paying, a customer checks whether a payment would pass", async ({
  signedIn: page,
  customer,
}) => {
  const cardId = await cardWith(customer);
  await ruleOverFive(customer, "decline");
  await page.goto(`/cards/${cardId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Will it go through?" }).click();
  const sheet = page.getByRole("dialog", { name: "Will it go through?" });
  await sheet.getByRole("button", { name: "Check" }).click();
  await expect(sheet.getByText("Enter an amount.")).toBeVisible();
  await sheet.getByRole("textbox", { name: "Amount" }).fill("12");
  await sheet.getByRole("textbox", { name: "Merchant" }).fill("Adobe");
  await sheet.getByRole("button", { name: "Check" }).click();
  await expect(sheet.getByText("No, $12.00 at Adobe would be declined.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole("textbox", { name: "Amount" }).fill("5");
  await sheet.getByRole("button", { name: "Check" }).click();
  await expect(sheet.getByText("Yes, $5.00 at Adobe would go through.")).toBeVisible();
  await expect(sheet.getByText("$95.00 would be left on the card.")).toBeVisible();
  const { data } = await customer.get<{ readonly data: readonly { readonly kind: string }[] }>(
    "/api/transactions",
  );
  expect(data.filter(({ kind }) => kind === "purchase")).toEqual([]);
});
