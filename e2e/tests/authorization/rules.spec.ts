import type { Locator, Page } from "@playwright/test";
import { awayFromMidnight } from "../../src/away-from-midnight.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import type { Customer } from "../../src/sandbox-client.ts";
import { untranslatedTexts } from "../../src/screen-faults.ts";
import { englishTextsOf, LOCALES } from "../../src/words.ts";

const CENTER = "/risk-strategies";
const TABS_MAX = 60;

/** Presses Tab until `target` has focus, as a keyboard user would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
  }
  throw new Error(`Tab does not reach ${target}.`);
}

/** Waits until a dialog that was just opened has focus, so that it does not steal it later. */
async function untilFocused(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
}

function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** Finds a rule's card in the list. */
function ruleCard(page: Page, name: string): Locator {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
}

interface Strategy {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly rule: object;
}

const RULE = {
  when: { amount: { is: "over", amount: "500.00" } },
  action: "decline",
  scope: { cards: "all" },
  counts: "per_card",
  currency: "USD",
  email: false,
};

/** Creates a rule through the API and turns it on. */
async function activeRule(customer: Customer, name: string, amount: string): Promise<Strategy> {
  const rule = { ...RULE, when: { amount: { is: "over", amount } } };
  const { id } = await customer.post<Strategy>("/api/risk/strategies", { name, rule });
  return customer.post<Strategy>(`/api/risk/strategies/${id}/status`, { status: "active" });
}

async function rulesOf(customer: Customer): Promise<readonly Strategy[]> {
  const { data } = await customer.get<{ data: readonly Strategy[] }>("/api/risk/strategies");
  return data;
}

test("rules: a rule is created from a template, tested, turned on and off, and retired", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto(CENTER);
  await page.getByRole("link", { name: "Start from a template" }).click();
  await page.getByRole("link", { name: "Cap single payments" }).click();
  await expect(page.getByLabel("Rule name")).toHaveValue("Cap single payments");

  await page.getByLabel("Comparison for Amount").selectOption("between");
  await page.getByLabel("From", { exact: true }).fill("80");
  await page.getByLabel("To", { exact: true }).fill("20");
  await expect(page.getByText("This must be more than the first amount.")).toBeVisible();
  await button(page, "Save rule").click();
  await expect(page.getByLabel("To", { exact: true }), "what is wrong").toBeFocused();
  await page.getByLabel("To", { exact: true }).fill("200");
  await page.getByLabel("Rule name").fill("Middling payments");
  await expectAccessible(page);

  await button(page, "Save rule").click();
  const sheet = page.getByRole("dialog", { name: "Save rule" });
  await expect(sheet.getByText("Decline when a payment is from $80.00 to $200.00")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: /^Test it first/ }).click();
  const card = ruleCard(page, "Middling payments");
  await expect(card.getByText("Testing")).toBeVisible();
  expect((await rulesOf(customer))[0]?.status).toBe("shadow");

  const onOff = page.getByRole("switch", { name: "Middling payments" });
  await onOff.click();
  await expect(onOff).toBeChecked();
  await expect(card.getByText("Not used yet")).toBeVisible();
  await expect(page.getByText("1 of 1 rule on")).toBeVisible();
  await onOff.click();
  await expect(onOff).not.toBeChecked();
  await expect(card.getByText(/^Off since/)).toBeVisible();

  await card.getByRole("link").click();
  await button(page, "Retire rule").click();
  await button(page, "Retire").click();
  await expect(page.getByText("No rules yet.")).toBeVisible();
  expect(await rulesOf(customer)).toEqual([]);
});

test("rules: a customer creates a rule using only the keyboard", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto(CENTER);
  await tabTo(page, page.getByRole("link", { name: "New rule" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Rule name"));
  await page.keyboard.type("Night and abroad");
  await tabTo(page, button(page, "Amount"));
  await page.keyboard.press("Enter");
  const conditions = page.getByRole("dialog", { name: "Condition" });
  await untilFocused(conditions);
  await tabTo(page, conditions.getByRole("button", { name: /^Time of day/ }));
  await page.keyboard.press("Enter");
  await expect(conditions).toBeHidden();
  await tabTo(page, page.getByLabel("To", { exact: true }));
  await page.keyboard.type("530");

  await tabTo(page, button(page, "Add condition"));
  await page.keyboard.press("Enter");
  await untilFocused(conditions);
  await tabTo(page, conditions.getByRole("button", { name: /^Merchant’s country/ }));
  await page.keyboard.press("Enter");
  await tabTo(page, button(page, "Choose countries"));
  await page.keyboard.press("Enter");
  const countries = page.getByRole("dialog", { name: "Countries" });
  await untilFocused(countries);
  await tabTo(page, countries.getByLabel("Search countries"));
  await page.keyboard.type("japan");
  await tabTo(page, countries.getByRole("checkbox", { name: "Japan" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(button(page, "Remove Japan")).toBeVisible();

  await tabTo(page, button(page, "Save rule"));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: /^Save as draft/ }));
  await page.keyboard.press("Enter");
  const saved =
    "Decline when the merchant’s country is not Japan and the time is between 00:00 and 05:30";
  await expect(ruleCard(page, "Night and abroad").getByText(saved)).toBeVisible();
  expect((await rulesOf(customer))[0]).toMatchObject({
    status: "draft",
    rule: { when: { countries: { match: "none_of", values: ["JP"] } } },
  });
});

test("rules: leaving with unsaved changes asks for confirmation", async ({
  signedIn: page,
  customer,
}) => {
  await activeRule(customer, "Cap", "500.00");
  await page.goto(CENTER);
  await ruleCard(page, "Cap").getByRole("link").click();
  await page.getByLabel("Rule name").fill("Another name");
  await page.goBack();
  // The page leaves and comes back shortly after the question has appeared.
  await expect(page).toHaveURL(/[?&]rule=/);
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Rule name")).toHaveValue("Another name");
  await page.getByRole("link", { name: "Close" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(ruleCard(page, "Cap")).toBeVisible();
  // Nothing has changed, so no confirmation is requested.
  await ruleCard(page, "Cap").getByRole("link").click();
  await expect(page.getByLabel("Rule name")).toHaveValue("Cap");
  await page.goBack();
  await expect(ruleCard(page, "Cap")).toBeVisible();
});

test.describe("rules: server rejections", () => {
  test.use({ tolerated: [/status of (409|503)/] });

  test("rules: a switch that the server rejects reverts and explains why", async ({
    signedIn: page,
    customer,
  }) => {
    await activeRule(customer, "Cap", "500.00");
    await page.route("**/status", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ message: "Not just now.", code: "unavailable" }),
      }),
    );
    await page.goto(CENTER);
    const onOff = page.getByRole("switch", { name: "Cap" });
    await onOff.click();
    await expect(page.getByText("Not just now.")).toBeVisible();
    await expect(onOff).toBeChecked();
  });

  test("rules: a rule is saved only once, even if the response is lost", async ({
    signedIn: page,
    customer,
  }) => {
    let lost = 0;
    await page.route("**/api/risk/strategies", async (route) => {
      if (route.request().method() === "POST" && lost === 0) {
        lost += 1;
        await route.fetch();
        await route.fulfill({ status: 503, body: "{}" });
      } else {
        await route.fallback();
      }
    });
    await page.goto(`${CENTER}?rule=new&template=night-pause`);
    await button(page, "Save rule").click();
    await page.getByRole("button", { name: /^Save and turn on/ }).click();
    await expect(page.getByRole("switch", { name: "Night pause" })).toBeChecked();
    expect((await rulesOf(customer)).map(({ status }) => status)).toEqual(["active"]);
    expect(lost).toBe(1);
  });

  test("rules: overwriting a rule that was changed elsewhere asks for confirmation", async ({
    signedIn: page,
    customer,
    baseURL,
  }) => {
    const { id } = await activeRule(customer, "Cap", "500.00");
    await page.goto(`${CENTER}?rule=${id}`);
    await page.getByLabel("Rule name").fill("Mine");
    await fetch(`${baseURL}/api/risk/strategies/${id}`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${customer.token}`,
      },
      body: JSON.stringify({ name: "Theirs", rule: RULE, basedOn: 1 }),
    });
    await button(page, "Save rule").click();
    await expect(page.getByText("This strategy was changed elsewhere.")).toBeVisible();
    await expect(page.getByLabel("Rule name")).toHaveValue("Mine");
    await button(page, "Save my version").click();
    await expect(ruleCard(page, "Mine")).toBeVisible();
    await ruleCard(page, "Mine").getByRole("link").click();
    await button(page, "History").click();
    const versions = page.getByRole("dialog", { name: "History" }).getByRole("listitem");
    await expect(versions).toContainText(["Mine", "Theirs", "Cap"]);
  });
});

/** A rule with every type of condition that can be combined. */
const LONG_RULE = {
  ...RULE,
  when: {
    amount: { is: "between", amount: "10.00", to: "123456.78" },
    spending: { over: "2000.00", window: "rolling_30d" },
    categories: { match: "none_of", values: ["travel"] },
    mccs: { match: "any_of", values: ["7995", "1234"] },
    merchants: { match: "none_of", values: ["Adobe", "A merchant with quite a long name indeed"] },
    countries: { match: "none_of", values: ["US", "HK", "JP", "SG", "DE", "FR"] },
    currencies: { match: "any_of", values: ["USD"] },
    channels: { match: "any_of", values: ["remote"] },
    hours: { from: "22:00", to: "06:00" },
    newMerchant: true,
  },
  action: "review",
  counts: "together",
};

test("rules: the list and the editor are complete in every language and theme", async ({
  signedIn: page,
  customer,
}) => {
  test.setTimeout(600_000);
  await customer.fund("10.00");
  await customer.openCard();
  await activeRule(customer, "R1", "500.00");
  const { id } = await customer.post<Strategy>("/api/risk/strategies", {
    name: "R2",
    rule: LONG_RULE,
  });
  for (const locale of LOCALES) {
    for (const theme of ["light", "dark"] as const) {
      await page.goto(CENTER);
      await page.evaluate(
        ([language, look]) => {
          localStorage.setItem("tessera-locale", language);
          localStorage.setItem("tessera-theme", look);
        },
        [locale, theme] as const,
      );
      for (const path of [CENTER, `${CENTER}?rule=${id}`]) {
        await page.goto(path);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await expect(page.getByText("R2").or(page.locator("input[value=R2]"))).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        const english = await untranslatedTexts(page, englishTextsOf(locale));
        expect.soft(english, `untranslated at ${path} in ${locale}`).toEqual([]);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    }
  }
});

test("rules: a declined payment appears in the log and can be opened", async ({
  signedIn: page,
  customer,
  network,
}) => {
  await customer.fund("100.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "50.00");
  const details = await customer.revealCard(id);
  await activeRule(customer, "Over five", "5.00");
  await awayFromMidnight();
  const fine = await network.authorize(details, "5.00", "Corner Shop");
  expect(fine.approved).toBe(true);
  const stopped = await network.authorize(details, "5.01", "Big Shop");
  expect(stopped.approved).toBe(false);

  await page.goto(CENTER);
  await expect(page.getByText("1 payment stopped or held in", { exact: false })).toBeVisible();
  await expect(ruleCard(page, "Over five").getByText("Stopped 1 this month")).toBeVisible();
  await page.getByRole("tab", { name: "Log" }).click();
  const row = page.getByRole("button", { name: /Big Shop/ });
  await expect(row).toContainText("Over five");
  await expect(row).toContainText("Declined");
  await expect(page.getByText("Corner Shop")).toHaveCount(0);
  await expectAccessible(page);
  await row.click();
  await expect(openSheet(page).getByText("Big Shop").first()).toBeVisible();
  await page.keyboard.press("Escape");

  // The same rule, recreated in the editor, matches both payments.
  await page.goto(`${CENTER}?rule=new&template=cap-payments`);
  await page.getByLabel("Amount", { exact: true }).fill("4");
  await page.getByRole("button", { name: /would have stopped/ }).click();
  await expect(openSheet(page).getByText("Corner Shop")).toBeVisible();
});
