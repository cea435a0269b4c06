import type { Page } from "@playwright/test";
import { awayFromMidnight } from "../../src/away-from-midnight.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import type { Customer } from "../../src/sandbox-client.ts";

const SCREENS = [
  ["a phone", { width: 390, height: 844 }],
  ["a wide screen", { width: 1280, height: 900 }],
] as const;

/** Opens a card with a balance of 100.00. */
async function fundedCard(customer: Customer) {
  await customer.fund("300.00");
  const card = await customer.openCard();
  await customer.addFunds(card.id, "100.00");
  return card;
}

async function openOption(page: Page, cardId: string, option: RegExp) {
  await page.goto(`/cards/${cardId}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: option }).click();
}

for (const [device, viewport] of SCREENS) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test("cards: a customer renames a card, tags it, and finds it by its tag", async ({
      signedIn: page,
      customer,
    }) => {
      const card = await fundedCard(customer);
      const other = await customer.openCard();
      await openOption(page, card.id, /^Name and tags/);
      await page.getByLabel("Name", { exact: true }).fill("Ads Berlin");
      await page.getByLabel("Add a tag").fill("Marketing");
      await page.getByLabel("Add a tag").press("Enter");
      await page.getByLabel("Add a tag").fill("EU");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save name and tags" }).click();
      await expect(page.getByText("Card saved")).toBeVisible();
      await expect(page.getByRole("link", { name: "Cards with the tag EU" })).toBeVisible();

      await openOption(page, other.id, /^Name and tags/);
      await page.getByRole("button", { name: "Add tag Marketing" }).click();
      await page.getByRole("button", { name: "Save name and tags" }).click();
      await expect(page.getByRole("link", { name: "Cards with the tag Marketing" })).toBeVisible();

      await page.goto("/cards");
      const rows = page.getByRole("main").locator('a[href^="/cards/"]');
      await expect(rows).toHaveCount(2);
      await expectAccessible(page);
      await page.getByRole("button", { name: "EU", exact: true }).click();
      await expect(rows).toHaveCount(1);
      await expect(page.getByText("Ads Berlin")).toBeVisible();
      await page.getByRole("button", { name: "EU", exact: true }).click();
      await page.getByLabel("Search cards").fill("market visa");
      await expect(rows).not.toHaveCount(0);
      await page.getByLabel("Search cards").fill("berlin");
      await expect(rows).toHaveCount(1);

      await page.goto("/transactions?tag=EU");
      await expect(page.getByText("Ads Berlin").first()).toBeVisible();
    });

    test("cards: a decline due to the owner's limit offers to raise that limit", async ({
      signedIn: page,
      customer,
      network,
    }) => {
      const card = await fundedCard(customer);
      await page.goto(`/cards/${card.id}`);
      await page.getByRole("button", { name: "Set your own limits" }).click();
      await page.getByLabel("Per purchase").fill("0");
      await page.getByLabel("Per day").fill("999999");
      await page.getByRole("button", { name: "Save limits" }).click();
      await expect(
        page.getByText("Enter an amount above zero, or leave this empty."),
      ).toBeVisible();
      await expect(page.getByText(/Enter that amount or less/)).toBeVisible();
      await expect(page.getByLabel("Per purchase")).toBeFocused();
      await expectAccessible(page);
      await page.getByLabel("Per purchase").fill("");
      await page.getByLabel("Per day").fill("30");
      await page.getByRole("button", { name: "Save limits" }).click();
      await expect(page.getByText("Limits saved")).toBeVisible();

      const details = await customer.revealCard(card.id);
      await awayFromMidnight();
      expect((await network.authorize(details, "25.00", "Muji Online")).approved).toBe(true);
      await expect(page.getByText("$25.00 of $30.00")).toBeVisible();
      expect((await network.authorize(details, "12.00", "Adobe")).code).toBe("own_limit_day");
      await page.goto("/transactions?status=declined");
      await page.getByRole("button", { name: /Adobe/ }).click();
      await expect(page.getByText(/\$25\.00 of \$30\.00 used, \$12\.00 requested/)).toBeVisible();
      await page.getByRole("button", { name: "Raise your daily limit to $37.00" }).click();
      await expect(page.getByLabel("Per day")).toHaveValue("37.00");
      await page.getByRole("button", { name: "Save limits" }).click();
      await expect(page.getByText(/Nothing blocks this payment anymore/)).toBeVisible();
      expect((await network.authorize(details, "12.00", "Adobe")).approved).toBe(true);
    });

    test("cards: one action freezes all cards, and undoing it unfreezes them", async ({
      signedIn: page,
      customer,
      network,
      context,
    }) => {
      const card = await fundedCard(customer);
      await customer.openCard();
      const details = await customer.revealCard(card.id);
      await page.goto("/cards");
      const elsewhere = await context.newPage();
      await elsewhere.goto(`/cards/${card.id}`);
      await page.getByRole("button", { name: "Freeze all cards" }).click();
      await expect(page.getByText(/including subscriptions/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Freeze all", exact: true }).click();
      await expect(page.getByText("2 cards frozen")).toBeVisible();
      await expect(page.getByText("You froze 2 cards")).toBeVisible();
      await expect(page.getByRole("button", { name: "Freeze all cards" })).toBeHidden();
      await expect(elsewhere.getByRole("button", { name: "Unfreeze" })).toBeVisible();
      expect((await network.authorize(details, "1.00", "Adobe")).code).toBe("card_frozen_customer");
      await page.reload();
      await expect(page.getByText("You froze 2 cards")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("2 cards unfrozen")).toBeVisible();
      await expect(page.getByText("You froze 2 cards")).toBeHidden();
      expect((await network.authorize(details, "1.00", "Adobe")).approved).toBe(true);
    });
  });
}

test.describe("cards: concurrent edits", () => {
  test.use({ tolerated: [/status of 409/] });

  test("cards: a name or limits changed elsewhere are not silently overwritten", async ({
    signedIn: page,
    customer,
  }) => {
    const card = await fundedCard(customer);
    const elsewhere = (path: string, data: object) =>
      page.request.put(`/api/cards/${card.id}/${path}`, {
        data,
        headers: { authorization: `Bearer ${customer.token}` },
      });
    await openOption(page, card.id, /^Name and tags/);
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    expect((await elsewhere("label", { nickname: "Theirs", tags: ["Ads"] })).ok()).toBe(true);
    await page.getByRole("button", { name: "Save name and tags" }).click();
    await expect(page.getByText("This card was changed elsewhere.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use the newer version" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
    await page.getByLabel("Name", { exact: true }).fill("Ours");
    await page.getByRole("button", { name: "Save name and tags" }).click();
    await expect(page.getByText("Card saved")).toBeVisible();

    await openOption(page, card.id, /^Spending limits/);
    await page.getByLabel("Per month").fill("80");
    const limits = { perTransaction: "5.00", daily: null, monthly: null };
    expect((await elsewhere("limits", limits)).ok()).toBe(true);
    await page.getByRole("button", { name: "Save limits" }).click();
    await expect(page.getByText("This card was changed elsewhere.")).toBeVisible();
    await page.getByRole("button", { name: "Save my version" }).click();
    await expect(page.getByText("Limits saved")).toBeVisible();
    const saved = await customer.get<{ readonly ownLimits: object }>(`/api/cards/${card.id}`);
    expect(saved.ownLimits).toEqual({ perTransaction: null, daily: null, monthly: "80.00" });
  });
});
