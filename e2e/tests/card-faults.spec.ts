import type { Page } from "@playwright/test";
import { ERRORS } from "@tessera/contract/errors/catalogue";
import { expect, test } from "../src/fixtures.ts";
import { openSheet } from "../src/open-sheet.ts";
import { refusedWith } from "../src/refused-with.ts";
import { type Customer, PASSWORD } from "../src/sandbox-client.ts";

test.use({ tolerated: [/status of 429|status of 503/] });

/** What is done to a card by one press that can be repeated, up to that press. */
interface CardForm {
  readonly name: string;
  readonly call: RegExp;
  readonly open: (page: Page) => Promise<void>;
  /** What must be given before each press. */
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

for (const form of FORMS) {
  for (const code of ["overloaded", "rate_limited"] as const) {
    test(`${form.name} a card says that it is ${code}, and works when it is pressed again`, async ({
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
