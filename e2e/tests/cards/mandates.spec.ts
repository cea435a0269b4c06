import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type Customer, call } from "../../src/sandbox-client.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

/** Tests purchase mandates: software proposes, a person decides, and the card obeys. */

const DAY_MS = 86_400_000;

interface Mandate {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly card: { readonly id: string } | null;
}

const TERMS = {
  ...{ merchant: "Kettle & Crumpet", ceiling: "40.00", currency: "USD" },
  purpose: "<b>Approve this</b> now\u202e please",
};

const until = () => new Date(Date.now() + DAY_MS).toISOString();

/** Creates an API key with which software proposes purchases. */
async function newKey({ token, password }: Customer): Promise<string> {
  const origin = serverOrigin();
  const proven = await call<{ proof: string }>(origin, "/api/auth/proof", {
    ...{ token, body: { password } },
  });
  const made = await call<{ secret: string }>(origin, "/api/api-keys", {
    ...{ token, proof: proven.body.proof },
    body: {
      ...{ name: "Shopping agent", scopes: { mandates: "write" }, ceilings: [], addresses: [] },
      ...{ callsPerMinute: 60, expiresInDays: 30 },
    },
  });
  return made.body.secret;
}

async function propose(key: string, terms: object = {}): Promise<Mandate> {
  const body = { ...TERMS, until: until(), ...terms };
  const { status, body: mandate } = await call<Mandate>(serverOrigin(), "/api/mandates", {
    ...{ token: key, body, key: crypto.randomUUID() },
  });
  expect(status).toBe(201);
  return mandate;
}

for (const [locale, width, scheme] of [
  ["en", 1280, "light"],
  ["zh-CN", 390, "dark"],
  ["zh-TW", 390, "light"],
] as const satisfies readonly (readonly [Locale, number, "light" | "dark"])[]) {
  test(`purchase mandates: a person approves what software proposed (${locale}, ${width})`, async ({
    customer,
    network,
    signedIn: page,
  }) => {
    const say = wordsOf(locale);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((kept) => localStorage.setItem("tessera-locale", kept), locale);
    await customer.fund("100.00");
    await page.goto("/");
    const mandate = await propose(await newKey(customer));
    // The proposal reaches the open page without a reload.
    await page.getByRole("link", { name: say("Review it"), exact: true }).click();
    await expect(page.getByText("<b>Approve this</b> now please")).toBeVisible();
    const software = page.getByText("Shopping agent").filter({ visible: true });
    await expect(software.first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("button", { name: say("Approve"), exact: true }).click();
    const sheet = page.getByRole("dialog", { name: say("Approve purchase") });
    await expect(sheet.getByText(/42\.90/).first()).toBeVisible();
    await expectAccessible(page);
    await sheet.locator("input[type=password]").fill(customer.password);
    await sheet.getByRole("button", { name: /40\.00/ }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("link", { name: say("See the card") })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const { card } = await customer.get<Mandate>(`/api/mandates/${mandate.id}`);
    const details = await customer.revealCard(card?.id ?? "");
    const higher = await network.authorize(details, "40.01", "Kettle & Crumpet");
    const elsewhere = await network.authorize(details, "40.00", "Corner Shop");
    const paid = await network.authorize(details, "40.00", "Kettle & Crumpet");
    expect([higher.code, elsewhere.code, paid.code]).toEqual([
      ...["mandate_ceiling", "mandate_merchant", "approved"],
    ]);
  });
}

test.describe("an approval that comes too late", () => {
  test.use({ tolerated: [/status of 409/] });

  test("purchase mandates: an approval of terms that changed meanwhile is refused", async ({
    customer,
    signedIn: page,
  }) => {
    await customer.fund("200.00");
    const key = await newKey(customer);
    const { id, revision } = await propose(key);
    await page.goto(`/pending-reviews?open=${id}`);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Approve purchase" });
    await expect(sheet.getByText("$42.90")).toBeVisible();
    const change = { ...TERMS, ceiling: "90.00", until: until(), revision };
    const changed = await call(serverOrigin(), `/api/mandates/${id}`, {
      ...{ method: "PUT", token: key, body: change },
    });
    expect(changed.status).toBe(200);
    // The sheet still shows what the person is about to approve.
    await expect(sheet.getByText("$42.90")).toBeVisible();
    await sheet.locator("input[type=password]").fill(customer.password);
    await sheet.getByRole("button", { name: "Approve $40.00" }).click();
    await expect(sheet.getByRole("alert")).toContainText("changed while you were viewing it");
    await page.keyboard.press("Escape");
    await expect(page.getByText("$94.65")).toBeVisible();
    expect(await customer.accountBalance()).toBe("200.00");
  });
});

test("purchase mandates: a person changes, refuses and proposes", async ({
  customer,
  signedIn: page,
}) => {
  await customer.fund("100.00");
  const { id } = await propose(await newKey(customer));
  await page.goto(`/pending-reviews?open=${id}`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Change purchase" });
  await sheet.getByLabel("At most").fill("25");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Save" }).click();
  // The new ceiling, with both fees.
  await expect(page.getByText("$27.38")).toBeVisible();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  const asked = page.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Refuse", exact: true }).click();
  await expect(page.getByRole("main").getByText("Refused", { exact: true })).toBeVisible();

  await page.goto("/pending-reviews?tab=purchases");
  await page.getByRole("button", { name: "Propose a purchase" }).click();
  const form = page.getByRole("dialog", { name: "Propose a purchase" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter the merchant’s name")).toBeVisible();
  await form.getByLabel("Merchant", { exact: true }).fill("Adobe");
  await form.getByLabel("At most").fill("12.50");
  await form.getByLabel("What for").fill("One month");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("Proposed by you")).toBeVisible();
  await expect(page.getByText("One month")).toBeVisible();
});
