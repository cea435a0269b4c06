import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { openAsAdministrator } from "../../src/operators.ts";
import { wordsOf } from "../../src/words.ts";

const WIDE = { width: 1280, height: 900 };

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

/** Asks a question about the customer's newest bill and returns the bill's title. */
async function asked(customer: {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body?: unknown) => Promise<T>;
}): Promise<string> {
  const subject = `About a bill ${crypto.randomUUID().slice(0, 8)}`;
  const { data } = await customer.get<Listed>("/api/bills");
  const about = { kind: "transaction", id: data[0]?.id };
  await customer.post("/api/support/conversations", { subject, text: "What is this?", about });
  return subject;
}

test("support: a customer's question links operators to the movement it is about", async ({
  browser,
  customer,
}) => {
  await customer.fund("120.00");
  const subject = await asked(customer);
  const desk = await browser.newPage({ viewport: WIDE });
  await openAsAdministrator(desk);
  await desk.goto(`/system/support?q=${encodeURIComponent(subject)}`);
  await desk.getByRole("link", { name: subject }).click();
  const facts = desk.getByRole("region", { name: "Topic" });
  await expect(facts).toContainText("$120.00");
  await expect(facts).toContainText("Nothing has changed since.");
  await expectAccessible(desk);
  await facts.getByRole("link", { name: "See the movement" }).click();
  const movement = openSheet(desk);
  await expect(movement).toContainText("Currency exchange → Account");
  await expectAccessible(desk);
  await desk.keyboard.press("Escape");
  await expect(movement).toBeHidden();
  await expect(desk.getByRole("tab", { name: "Ledger", selected: true })).toBeVisible();
  await desk.close();
});

test("support: on a phone, a row expands to show the facts and a link to the transaction", async ({
  browser,
  customer,
}) => {
  await customer.fund("80.00");
  const say = wordsOf("zh-TW");
  const subject = await asked(customer);
  const desk = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await openAsAdministrator(desk, { "tessera-locale": "zh-TW", "tessera-theme": "dark" });
  await desk.goto(`/system/support?q=${encodeURIComponent(subject)}`);
  await desk.getByRole("link", { name: subject }).click();
  const more = desk.getByRole("button", { name: say("Show more") });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await expectNoSidewaysScroll(desk);
  await more.click();
  await desk.getByRole("link", { name: say("See the customer") }).click();
  await desk.getByRole("tab", { name: say("Ledger") }).click();
  await desk.getByRole("button", { name: /80 美元/ }).click();
  await expect(openSheet(desk)).toContainText(say("Ledger entries"));
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk);
  await desk.close();
});
