import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import type { Customer } from "../../src/sandbox-client.ts";

/** Opens a card with a balance of 50.00. */
async function fundedCard(customer: Customer) {
  await customer.fund("200.00");
  const card = await customer.openCard();
  await customer.addFunds(card.id, "50.00");
  return card;
}

function fromOptions(page: Page, what: string) {
  return async (cardId: string) => {
    await page.goto(`/cards/${cardId}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: what }).click();
  };
}

test("cards: a single-use card shows when it has been used", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await customer.fund("200.00");
  await page.goto("/card-selection");
  const { data } = await customer.get<{ readonly data: readonly { readonly id: string }[] }>(
    "/api/card-segments",
  );
  await page.goto(`/card-create?segment=${data[0]?.id}`);
  await page.getByRole("radio", { name: /^Single use/ }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Create card for/ }).click();
  await page.getByRole("link", { name: "Go to the card" }).click();
  await expect(page.getByText("This card is for a single payment")).toBeVisible();
  const cardId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await customer.addFunds(cardId, "50.00");
  const details = await customer.revealCard(cardId);
  expect((await network.authorize(details, "10.00", "Muji Online")).approved).toBe(true);
  await expect(page.getByText("This single-use card has already been used.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add funds", exact: true })).toBeDisabled();
  expect((await network.authorize(details, "1.00", "Muji Online")).code).toBe("single_use_spent");
  await page.goto("/cards");
  await expect(page.getByText("Used", { exact: true })).toBeVisible();
});

test.describe("cards: concurrent edits", () => {
  test.use({ tolerated: [/status of 409/] });

  test("blocked hours: changes made elsewhere are not silently overwritten", async ({
    signedIn: page,
    customer,
  }) => {
    const card = await fundedCard(customer);
    await fromOptions(page, "Blocked hours")(card.id);
    await page.getByRole("button", { name: "Add blocked hours" }).click();
    const elsewhere = { windows: [{ days: ["sun"], from: "01:00", to: "02:00" }] };
    const saved = await page.request.put(`/api/cards/${card.id}/schedule`, {
      data: elsewhere,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect(saved.ok()).toBe(true);
    await page.getByRole("button", { name: "Save blocked hours" }).click();
    await expect(page.getByText("This card was changed elsewhere.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use the newer version" }).click();
    await expect(page.getByRole("checkbox", { name: "Sunday" })).toBeChecked();
    await page.getByRole("checkbox", { name: "Monday" }).check();
    await page.getByRole("button", { name: "Save blocked hours" }).click();
    await expect(page.getByText("Blocked hours saved")).toBeVisible();
  });
});

test("blocked hours: hours set with the keyboard decline payments until they are removed", async ({
  signedIn: page,
  customer,
  network,
}) => {
  const card = await fundedCard(customer);
  await fromOptions(page, "Blocked hours")(card.id);
  await page.getByRole("button", { name: "Add blocked hours" }).press("Enter");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
    await page.getByRole("checkbox", { name: day }).press("Space");
  }
  await page.getByRole("button", { name: "Save blocked hours" }).press("Enter");
  await expect(page.getByText("Choose at least one day.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Monday" })).toBeFocused();
  for (const day of [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
  ]) {
    await page.getByRole("checkbox", { name: day }).press("Space");
  }
  await page.getByLabel("From", { exact: true }).selectOption("00:00");
  await page.getByLabel("To", { exact: true }).selectOption("00:00");
  await expect(page.getByText("All day")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save blocked hours" }).press("Enter");
  await expect(page.getByText("Blocked hours saved")).toBeVisible();
  await expect(page.getByText("Paused during blocked hours")).toBeVisible();
  const details = await customer.revealCard(card.id);
  const declined = await network.authorize(details, "1.00", "Muji Online");
  expect(declined.code).toBe("card_frozen_schedule");

  await page.getByRole("button", { name: "Change blocked hours" }).click();
  await page.getByRole("button", { name: "Remove blocked hours 1" }).click();
  await page.getByRole("button", { name: "Save blocked hours" }).click();
  await expect(page.getByText("Paused during blocked hours")).toBeHidden();
  expect((await network.authorize(details, "1.00", "Muji Online")).approved).toBe(true);
});

test.describe("cards: replacement", () => {
  test.use({ tolerated: [/status of 403/] });

  test("card replacement: asks for confirmation, moves the balance, opens the new card", async ({
    signedIn: page,
    customer,
    network,
  }) => {
    const card = await fundedCard(customer);
    const before = await customer.revealCard(card.id);
    await fromOptions(page, "Replace card")(card.id);
    await expect(page.getByText("The balance of $50.00 moves to the new card.")).toBeVisible();
    await page.getByRole("radio", { name: "Someone else has the card details" }).check();
    const replace = page.getByRole("button", { name: "Replace card", exact: true });
    await page.getByLabel("Password", { exact: true }).fill("not the password at all");
    await replace.click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill(customer.password);
    await replace.click();
    await page.getByRole("link", { name: "Go to the new card" }).click();
    await expect(page.getByText("This card replaced another one.")).toBeVisible();
    const newId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(newId).not.toBe(card.id);
    expect(await customer.get(`/api/cards/${newId}`)).toMatchObject({
      balance: "50.00",
      replaces: card.id,
    });
    expect((await network.authorize(before, "1.00", "Muji Online")).code).toBe("card_closed");
    await page.getByRole("link", { name: "See its history" }).click();
    await expect(page.getByText("Its balance moved to the new card")).toBeVisible();
  });
});

test("closing: a card with a pending payment closes once the payment has settled", async ({
  signedIn: page,
  customer,
  network,
}) => {
  const card = await fundedCard(customer);
  const details = await customer.revealCard(card.id);
  const { authorizationId } = await network.authorize(details, "20.00", "Muji Online");
  await fromOptions(page, "Close card")(card.id);
  await expect(page.getByText("Pending payments hold $20.00.")).toBeVisible();
  await page.getByRole("button", { name: "Close once settled" }).click();
  await expect(page.getByText("Closing, waiting for 1 payment")).toBeVisible();
  await expectAccessible(page);
  await network.clear(authorizationId);
  await expect(page.getByText("This card is closed.")).toBeVisible();
  // 200.00 minus 1.50 for opening and 51.75 for adding 50.00, plus 30.00 moved back.
  expect(await customer.accountBalance()).toBe("176.75");
});

test("freezes: each freeze layer is named, and unfreezing lifts only the owner's layer", async ({
  signedIn: page,
  customer,
}) => {
  const card = await fundedCard(customer);
  await page.goto(`/cards/${card.id}`);
  await page.getByRole("button", { name: "Freeze", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Freeze", exact: true }).click();
  await expect(page.getByText("Frozen by you")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Unfreeze", exact: true }).click();
  await expect(page.getByText("Frozen by you")).toBeHidden();
});
