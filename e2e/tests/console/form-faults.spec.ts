import type { Page, Route } from "@playwright/test";
import { ERRORS } from "@tessera/contract/errors/catalog";
import { expect, test } from "../../src/fixtures.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { refusedWith } from "../../src/refused-with.ts";
import type { Card, Customer } from "../../src/sandbox-client.ts";
import { LOCALES, type Locale, type Say, wordsOf } from "../../src/words.ts";

test.use({ tolerated: [/status of 4\d\d|status of 503|ERR_FAILED|ERR_CONNECTION|net::/] });

async function speak(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("tessera-locale", chosen), locale);
}

/**
 * Invalid input for a form: where the form is, what is typed, and which error appears at which
 * field.
 */
interface WrongInput {
  readonly name: string;
  readonly signedIn?: boolean;
  readonly open: (page: Page, say: Say) => Promise<void>;
  /** What is typed, keyed by field label. The form must keep this text. */
  readonly typed: Readonly<Record<string, string>>;
  readonly send: string;
  /** The label of the first invalid field; `sentence` is the error shown there. */
  readonly wrong: string;
  readonly sentence: string;
}

const press = async (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

const visit = (path: string) => async (page: Page) => {
  await page.goto(path);
};

async function openFilter(page: Page, say: Say, chip: string): Promise<void> {
  await page.goto("/bills");
  await press(page, say(chip));
  await expect(openSheet(page)).toBeVisible();
}

const WRONG_INPUTS: readonly WrongInput[] = [
  {
    name: "sign in without a password",
    open: visit("/login"),
    typed: { "Username or email": "somebody@example.com" },
    send: "Sign in",
    wrong: "Password",
    sentence: "Enter your password",
  },
  {
    name: "register with half an address",
    open: visit("/register"),
    typed: { Email: "somebody@", Password: "short" },
    send: "Create account",
    wrong: "Email",
    sentence: "Enter a full email address",
  },
  {
    name: "reset with passwords that differ",
    open: visit("/reset-password"),
    typed: {
      Email: "somebody@example.com",
      "New password": "seven quiet tiles",
      "Confirm password": "seven other tiles",
    },
    send: "Reset password",
    wrong: "Verification code",
    sentence: "Enter the 6 digits from the email",
  },
  {
    name: "amounts that end below where they begin",
    signedIn: true,
    open: (page, say) => openFilter(page, say, "Any amount"),
    typed: { Minimum: "50", Maximum: "20" },
    send: "Show",
    wrong: "Maximum",
    sentence: "This is less than the minimum.",
  },
  {
    name: "days that end before they begin",
    signedIn: true,
    open: (page, say) => openFilter(page, say, "All dates"),
    typed: { "First day": "2026-03-02", "Last day": "2026-03-01" },
    send: "Show",
    wrong: "Last day",
    sentence: "This is before the first day.",
  },
  {
    name: "choose passwords that differ",
    signedIn: true,
    open: async (page, say) => {
      await page.goto("/profile");
      await press(page, say("Change password"));
      await expect(openSheet(page)).toBeVisible();
    },
    typed: {
      "Current password": "seven quiet tiles",
      "New password": "eleven slow tides return",
      "Confirm password": "eleven other tides return",
    },
    send: "Change password",
    wrong: "Confirm password",
    sentence: "Passwords do not match",
  },
];

async function enterWrong(page: Page, say: Say, input: WrongInput): Promise<void> {
  await input.open(page, say);
  for (const [label, text] of Object.entries(input.typed)) {
    await page.getByLabel(say(label), { exact: true }).fill(text);
  }
  await press(page, say(input.send));
  const wrong = page.getByLabel(say(input.wrong), { exact: true });
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("alert").filter({ hasText: say(input.sentence) })).toBeVisible();
  for (const [label, text] of Object.entries(input.typed)) {
    await expect(page.getByLabel(say(label), { exact: true })).toHaveValue(text);
  }
}

for (const locale of LOCALES) {
  const say = wordsOf(locale);
  test(`forms: errors are shown at their field, and all input is kept (${locale})`, async ({
    page,
    customer,
  }) => {
    await speak(page, locale);
    for (const input of WRONG_INPUTS.filter(({ signedIn }) => signedIn !== true)) {
      await test.step(input.name, () => enterWrong(page, say, input));
    }
    await keep(page, customer);
    for (const input of WRONG_INPUTS.filter(({ signedIn }) => signedIn === true)) {
      await test.step(input.name, () => enterWrong(page, say, input));
    }
  });

  test(`forms: a card’s own address reports the first missing field (${locale})`, async ({
    signedIn: page,
    customer,
  }) => {
    await speak(page, locale);
    await customer.fund("20.00");
    const path = await createPath(customer);
    await page.goto(path);
    await page.getByText(say("Custom address"), { exact: true }).click();
    const create = page.locator("form").getByRole("button").last();
    const field = (label: string) => page.getByLabel(say(label), { exact: true });
    await create.click();
    await expect(field("Country or region")).toBeFocused();
    await field("Country or region").selectOption("DE");
    await field("City").fill("Berlin");
    await create.click();
    await expect(field("Address")).toBeFocused();
    await expect(field("City")).toHaveValue("Berlin");
    await expect(page.getByText(say("Fill in this field."), { exact: true })).toHaveCount(2);
  });
}

async function keep(page: Page, customer: Customer): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
    }
  }, customer.stored);
}

async function createPath(customer: Customer): Promise<string> {
  const { data } = await customer.get<{
    readonly data: readonly { readonly id: string; readonly inStock: boolean; currency: string }[];
  }>("/api/card-segments");
  const segment = data.find((one) => one.inStock && one.currency === "USD");
  return `/card-create?segment=${segment?.id}`;
}

/** A form that moves or commits money, filled in up to its final button. */
interface MoneyForm {
  readonly name: string;
  readonly call: RegExp;
  /**
   * Returns the number of existing items of the form's type, which must increase by exactly one.
   */
  readonly count: (customer: Customer) => Promise<number>;
  readonly fill: (page: Page, customer: Customer) => Promise<void>;
  readonly send: RegExp;
  /** The text shown when the request has taken effect. */
  readonly done: RegExp;
  /**
   * The text shown when there is no response for a long time; `again` is the button that asks for a
   * response.
   */
  readonly unheard: RegExp;
  readonly again: string;
}

async function countOf(customer: Customer, path: string): Promise<number> {
  return (await customer.get<{ readonly data: readonly unknown[] }>(path)).data.length;
}

async function fundedCard(customer: Customer): Promise<Card> {
  await customer.fund("200.00");
  const card = await customer.openCard();
  await customer.addFunds(card.id, "40.00");
  return card;
}

const MONEY_FORMS: readonly MoneyForm[] = [
  {
    name: "adding funds",
    call: /\/api\/cards\/[^/]+\/deposit$/,
    count: (customer) => countOf(customer, "/api/bills?kind=card_deposit"),
    fill: async (page, customer) => {
      await page.goto(`/cards/${(await fundedCard(customer)).id}`);
      await press(page, "Add funds");
      await page.getByLabel("Amount to add", { exact: true }).fill("50");
      await press(page, "Review");
      await expect(page.getByText("Review and confirm")).toBeVisible();
    },
    send: /^Add \$50\.00$/,
    done: /\$50\.00 added/,
    unheard: /^No response yet\. It is still being processed/,
    again: "Check now",
  },
  {
    name: "transferring out",
    call: /\/api\/cards\/[^/]+\/withdraw$/,
    count: (customer) => countOf(customer, "/api/bills?kind=card_withdraw"),
    fill: async (page, customer) => {
      await page.goto(`/cards/${(await fundedCard(customer)).id}`);
      await press(page, "Transfer out");
      await page.getByLabel("Amount to transfer out", { exact: true }).fill("10");
      await press(page, "Review");
      await expect(page.getByText("Review and confirm")).toBeVisible();
    },
    send: /^Transfer \$10\.00$/,
    done: /\$10\.00 transferred/,
    unheard: /^No response yet\. It is still being processed/,
    again: "Check now",
  },
  {
    name: "opening a card",
    call: /\/api\/card-applications$/,
    count: (customer) => countOf(customer, "/api/cards"),
    fill: async (page, customer) => {
      await customer.fund("20.00");
      await page.goto(await createPath(customer));
    },
    send: /^Create card for/,
    done: /Card created|ready/,
    unheard: /^We don’t know yet whether your card was created/,
    again: "Check again",
  },
  {
    name: "asking for a deposit",
    call: /\/api\/wallet\/deposits$/,
    count: (customer) => countOf(customer, "/api/bills?kind=deposit"),
    fill: async (page) => {
      await page.goto("/wallet/deposit");
      await page.getByLabel("Amount in USDT", { exact: true }).fill("75");
    },
    send: /^Get deposit address$/,
    done: /Simulate payment/,
    unheard: /^No response from the server/,
    again: "Check again",
  },
  {
    name: "paying at the test shop",
    call: /\/sandbox\/cards\/[^/]+\/purchase$/,
    count: (customer) => countOf(customer, "/api/bills?kind=purchase"),
    fill: async (page, customer) => {
      await fundedCard(customer);
      await page.goto("/");
      await press(page, "Pay with your card");
    },
    send: /^Pay \$12\.00$/,
    done: /\$12\.00 paid/,
    unheard: /^No response yet\. You can safely check again; you won’t/,
    again: "Check again",
  },
];

interface Fault {
  readonly name: string;
  readonly answer: (route: Route) => Promise<void>;
  /** The error shown right away; absent if the request is retried automatically. */
  readonly sentence?: string;
}

const FAULTS: readonly Fault[] = [
  {
    name: "an answer that is lost",
    answer: async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
  },
  { name: "a server that is busy", answer: refusedWith("overloaded") },
  {
    name: "too many tries",
    answer: refusedWith("rate_limited"),
    sentence: ERRORS.rate_limited.message.en,
  },
];

for (const form of MONEY_FORMS) {
  for (const fault of FAULTS) {
    test(`money forms: ${form.name} takes effect exactly once despite ${fault.name}`, async ({
      signedIn: page,
      customer,
    }) => {
      await form.fill(page, customer);
      const before = await form.count(customer);
      const keys: (string | undefined)[] = [];
      await page.route(form.call, async (route) => {
        if (route.request().method() !== "POST") {
          return route.continue();
        }
        keys.push(route.request().headers()["idempotency-key"]);
        await (keys.length === 1 ? fault.answer(route) : route.continue());
      });
      const send = page.getByRole("button", { name: form.send });
      await send.click();
      if (fault.sentence !== undefined) {
        await expect(page.getByRole("alert").filter({ hasText: fault.sentence })).toBeVisible();
        await send.dblclick();
      }
      await expect(page.getByText(form.done).first()).toBeVisible();
      expect(keys.length).toBeGreaterThanOrEqual(2);
      // An error response settles the request. Anything sent after it is a new request.
      const intents = fault.sentence === undefined ? keys : keys.slice(1);
      expect(new Set(intents).size, "one key for one intent").toBe(1);
      expect(await form.count(customer)).toBe(before + 1);
    });
  }
}

for (const form of MONEY_FORMS) {
  test(`money forms: ${form.name} is retried under the same key while the server is busy`, async ({
    signedIn: page,
    customer,
  }) => {
    // The pauses between attempts are skipped with the page's clock, which otherwise runs normally.
    await page.clock.install();
    await form.fill(page, customer);
    const before = await form.count(customer);
    const keys = new Set<string | undefined>();
    let busy = true;
    await page.route(form.call, async (route) => {
      if (route.request().method() !== "POST") {
        return route.continue();
      }
      keys.add(route.request().headers()["idempotency-key"]);
      await (busy ? refusedWith("overloaded")(route) : route.continue());
    });
    await page.getByRole("button", { name: form.send }).click();
    await expect(async () => {
      await page.clock.fastForward("00:10");
      await expect(page.getByText(form.unheard)).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await form.count(customer)).toBe(before);
    busy = false;
    await press(page, form.again);
    await expect(page.getByText(form.done).first()).toBeVisible();
    expect(keys.size, "one key for one intent").toBe(1);
    expect(await form.count(customer)).toBe(before + 1);
  });
}

test("sessions: after a session ends, the console asks for a new sign-in and explains why", async ({
  signedIn: page,
  customer,
}) => {
  await customer.post("/api/auth/logout");
  await page.goto("/bills?kind=purchase");
  await expect(page).toHaveURL(/\/login\?expired=1$/);
  await expect(
    page.getByText("Your session has expired. Sign in again to continue."),
  ).toBeVisible();
});
