import type { Page } from "@playwright/test";
import { ERRORS } from "@tessera/contract/errors/catalog";
import { expect, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { refusedWith } from "../../src/refused-with.ts";
import { type Customer, PASSWORD } from "../../src/sandbox-client.ts";

test.use({ tolerated: [/status of 429|status of 503/] });

/** A card operation whose final button can be pressed more than once. */
interface CardForm {
  readonly name: string;
  readonly call: RegExp;
  readonly open: (page: Page) => Promise<void>;
  /** Fills in what must be entered before each press of the final button. */
  readonly fill?: (page: Page) => Promise<void>;
  readonly send: string;
  readonly done: string;
}

const dialogOf = (page: Page) => page.getByRole("alertdialog").or(openSheet(page));

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const FORMS: readonly CardForm[] = [
  {
    name: "freezing",
    call: /\/api\/cards\/[^/]+\/freeze$/,
    open: (page) => press(page, "Freeze"),
    send: "Freeze",
    done: "Card frozen",
  },
  {
    name: "closing",
    call: /\/api\/cards\/[^/]+\/close$/,
    open: async (page) => {
      await press(page, "More");
      await openSheet(page).getByRole("button", { name: "Close card" }).click();
    },
    send: "Close card",
    done: "Card closed",
  },
  {
    name: "revealing",
    call: /\/api\/cards\/[^/]+\/reveal$/,
    open: (page) => press(page, "Details"),
    fill: (page) => page.getByLabel("Password", { exact: true }).fill(PASSWORD),
    send: "Show details",
    done: "Card number",
  },
];

async function openCardPage(page: Page, customer: Customer): Promise<void> {
  await customer.fund("20.00");
  const card = await customer.openCard();
  await page.goto(`/cards/${card.id}`);
}

test("cards: closing a card is retried automatically if the server is overloaded", async ({
  signedIn: page,
  customer,
}) => {
  await openCardPage(page, customer);
  const closing = FORMS.find(({ name }) => name === "closing");
  if (closing === undefined) {
    throw new Error("closing is no longer among the forms");
  }
  await closing.open(page);
  let calls = 0;
  await page.route(closing.call, async (route) => {
    calls += 1;
    await (calls === 1 ? refusedWith("overloaded")(route) : route.continue());
  });
  await dialogOf(page).getByRole("button", { name: closing.send, exact: true }).click();
  await expect(page.getByText(closing.done, { exact: true }).first()).toBeVisible();
  expect(calls).toBe(2);
});

for (const form of FORMS) {
  // A close request that gets a 503 is retried with the same key, without another press.
  const codes = form.name === "closing" ? ["rate_limited"] : ["overloaded", "rate_limited"];
  for (const code of codes as ("overloaded" | "rate_limited")[]) {
    test(`cards: ${form.name} a card reports ${code}, and works when pressed again`, async ({
      signedIn: page,
      customer,
    }) => {
      await openCardPage(page, customer);
      await form.open(page);
      let calls = 0;
      await page.route(form.call, async (route) => {
        calls += 1;
        await (calls === 1 ? refusedWith(code)(route) : route.continue());
      });
      const send = dialogOf(page).getByRole("button", { name: form.send, exact: true });
      await form.fill?.(page);
      await send.click();
      const said = page.getByRole("alert").filter({ hasText: ERRORS[code].message.en });
      await expect(said).toBeVisible();
      await expect(page.getByText(form.done, { exact: true })).toHaveCount(0);
      await form.fill?.(page);
      await send.click();
      await expect(page.getByText(form.done, { exact: true }).first()).toBeVisible();
      expect(calls).toBe(2);
    });
  }
}
