import type { Locator, Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { enterCode } from "../../src/operators.ts";
import type { Customer } from "../../src/sandbox-client.ts";
import { totpCode } from "../../src/totp.ts";

test.use({ tolerated: [/status of 40[013]/] });

const WORDS = {
  en: {
    row: /^Second factor/,
    setUp: "Set up",
    proceed: "Continue",
    code: "Code shown in the app",
    turnOn: "Turn on",
    kept: "I saved them",
    on: /Second factor On/,
    signIn: "Sign in",
    step: "Second step",
    appCode: "Code from your authenticator app",
    useRecovery: "Use a recovery code",
    recovery: "Recovery code",
  },
  "zh-TW": {
    row: /^第二重驗證/,
    setUp: "設定",
    proceed: "繼續",
    code: "應用程式顯示的驗證碼",
    turnOn: "啟用",
    kept: "我已儲存",
    on: /第二重驗證 已開啟/,
    signIn: "登入",
    step: "第二步驗證",
    appCode: "驗證器應用程式中的驗證碼",
    useRecovery: "使用復原碼",
    recovery: "復原碼",
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function lookWell(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function openFactors(page: Page, words: Words): Promise<Locator> {
  await page.goto("/profile");
  await page.getByRole("button", { name: words.row }).click();
  return openSheet(page);
}

/** Sets up an authenticator app in the profile, checking each step. */
async function enrollTotp(page: Page, customer: Customer, words: Words): Promise<Enrolled> {
  const sheet = await openFactors(page, words);
  await sheet.getByRole("button", { name: words.setUp }).click();
  await page.locator("input[type=password]").fill(customer.password);
  await lookWell(page);
  await sheet.getByRole("button", { name: words.proceed }).click();
  await expect(sheet.locator("code")).toBeVisible();
  await lookWell(page);
  const shown = (await sheet.locator("code").textContent()) ?? "";
  const secret = shown.replaceAll(" ", "");
  await sheet.getByLabel(words.code).fill(totpCode(secret));
  await sheet.getByRole("button", { name: words.turnOn }).click();
  await expect(sheet.getByRole("button", { name: words.kept })).toBeVisible();
  await lookWell(page);
  const recoveryCodes = await sheet.getByRole("listitem").allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await sheet.getByRole("button", { name: words.kept }).click();
  await lookWell(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: words.on })).toBeVisible();
  return { secret, recoveryCodes };
}

async function givePassword(page: Page, customer: Customer, words: Words): Promise<void> {
  await page.evaluate(() => {
    for (const name of ["token", "user", "menus"]) {
      localStorage.removeItem(name);
    }
  });
  await page.goto("/login");
  await page.locator("input[name=username]").fill(customer.email);
  await page.locator("input[type=password]").fill(customer.password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
}

for (const locale of ["en", "zh-TW"] as const) {
  test(`second factor: sign-in requires an authenticator app after setup (${locale})`, async ({
    signedIn: page,
    customer,
  }) => {
    const words = WORDS[locale];
    await page.addInitScript((chosen) => localStorage.setItem("tessera-locale", chosen), locale);
    const { secret, recoveryCodes } = await enrollTotp(page, customer, words);

    await givePassword(page, customer, words);
    await expect(page.getByRole("heading", { name: words.step })).toBeVisible();
    await lookWell(page);
    // The code that confirmed the app has been used up, but the next code is already accepted.
    await page.getByLabel(words.appCode).fill(totpCode(secret, 1));
    await page.getByRole("button", { name: words.signIn, exact: true }).click();
    await expect(page).toHaveURL("/");

    await givePassword(page, customer, words);
    await page.getByRole("button", { name: words.useRecovery }).click();
    await lookWell(page);
    await page.getByLabel(words.recovery).fill("wrong-codes");
    await page.getByRole("button", { name: words.signIn, exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel(words.recovery)).toBeFocused();
    await page.getByLabel(words.recovery).fill(recoveryCodes[0] ?? "");
    await page.getByRole("button", { name: words.signIn, exact: true }).click();
    await expect(page).toHaveURL("/");
  });
}

/**
 * Returns the server's address with a host name, because passkeys do not work with an IP address.
 */
const named = () => serverOrigin().replace("127.0.0.1", "localhost");

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("second factor: a customer creates a passkey, uses it, and removes it", async ({
  signedIn: page,
  customer,
}) => {
  await customer.fund("20.00");
  const card = await customer.openCard();
  await addAuthenticator(page);
  await page.goto(`${named()}/profile`);
  await page.getByRole("button", { name: /^Second factor/ }).click();
  const sheet = openSheet(page);
  await sheet.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await sheet.getByRole("button", { name: "Continue" }).click();
  await sheet.getByLabel("Passkey name").fill("This laptop");
  await lookWell(page);
  await sheet.getByRole("button", { name: "Create passkey" }).click();
  await sheet.getByRole("button", { name: "I saved them" }).click();
  await expect(sheet.getByText("This laptop")).toBeVisible();
  await sheet.getByRole("button", { name: "Rename This laptop" }).click();
  await sheet.getByLabel("Passkey name").fill("Work laptop");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("Work laptop")).toBeVisible();
  await lookWell(page);

  await page.goto(`${named()}/cards/${card.id}`);
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await expect(sheet.getByText("Your device will ask for your passkey.")).toBeVisible();
  await lookWell(page);
  await sheet.getByRole("button", { name: "Show details" }).click();
  await expect(sheet.getByText("Card number", { exact: true })).toBeVisible();

  await page.evaluate(() => {
    for (const name of ["token", "user", "menus"]) {
      localStorage.removeItem(name);
    }
  });
  await page.goto(`${named()}/login`);
  await page.getByLabel("Username or email", { exact: true }).fill(customer.email);
  await page.locator("input[type=password]").fill(customer.password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Your device will ask for your passkey.")).toBeVisible();
  await lookWell(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${named()}/`);

  await page.goto(`${named()}/profile`);
  await page.getByRole("button", { name: /^Second factor/ }).click();
  await sheet.getByRole("button", { name: "Remove Work laptop" }).click();
  await lookWell(page);
  await sheet.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Second factor Off/ })).toBeVisible();
});

test("second factor: a demo operator signs in with the sandbox's authenticator", async ({
  page,
}) => {
  await page.goto("/sandbox/authenticator");
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole("heading", { name: "reviewer" })).toBeVisible();
  await page.goto("/login");
  await page.getByLabel("Username or email", { exact: true }).fill("reviewer");
  await page.locator("input[type=password]").fill("paper boats in rain");
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await enterCode(page, "reviewer");
  await expect(page).not.toHaveURL(/\/login/);
});
