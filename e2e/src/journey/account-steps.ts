import { CAPTCHA_ANSWER } from "../../../scripts/sandbox-server.ts";
import { expect, serverOrigin } from "../fixtures.ts";
import { openSheet } from "../open-sheet.ts";
import { type Card, call, PASSWORD } from "../sandbox-client.ts";
import { button, link, lookAround, MONEY, type Traveller } from "./traveller.ts";

export async function register(me: Traveller, email: string): Promise<void> {
  const { page, say, mailbox } = me;
  await page.goto("/login");
  await lookAround(me);
  await expect(page.locator("main")).toContainText(say("New to Tessera? <0>Create an account</0>"));
  await page.locator('a[href="/register"]').click();
  await expect(page.getByRole("heading", { name: say("Create your account") })).toBeVisible();
  await expect(page.getByRole("img", { name: say("Characters to type") })).toBeVisible();
  await lookAround(me);
  await page.getByLabel(say("Email"), { exact: true }).fill(email);
  await page.getByLabel(say("Characters in the image"), { exact: true }).fill(CAPTCHA_ANSWER);
  await button(me, say("Send code")).click();
  const sent = say("Sent. The code works for {CODE_MINUTES} minutes.", { CODE_MINUTES: "10" });
  await expect(page.getByText(sent)).toBeVisible();
  const code = await mailbox.codeFor(email);
  await page.getByLabel(say("Verification code"), { exact: true }).fill(code);
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(say("Confirm password"), { exact: true }).fill(PASSWORD);
  await button(me, say("Create account")).click();
  await expect(
    page.getByText(say("Please confirm the agreements before continuing.")),
  ).toBeVisible();
  await page.getByRole("checkbox", { name: say("User Agreement") }).check();
  await button(me, say("Create account")).click();
  await expect(page.getByText(say("Account created. Sign in to continue."))).toBeVisible();
  await expect(page).toHaveURL("/login");
}

export async function signIn(me: Traveller, email: string): Promise<void> {
  const { page, say } = me;
  await page.getByLabel(say("Username or email"), { exact: true }).fill(email);
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await button(me, say("Sign in")).click();
  await expect(page.getByText(say("Please review and accept the agreements first"))).toBeVisible();
  await page.getByRole("checkbox", { name: say("User Agreement") }).check();
  await button(me, say("Sign in")).click();
  await expect(page).toHaveURL("/");
  await readAnnouncements(me);
  await expect(page.getByRole("heading", { name: say("No cards yet") })).toBeVisible();
  await expect(link(me, say("Apply for a card"))).toBeVisible();
  await expect(
    page.getByText(say("No bills yet. Card payments and wallet activity will appear here.")),
  ).toBeVisible();
  await lookAround(me);
}

/** Reads the demo's announcements, which pop up one after another when a customer signs in. */
async function readAnnouncements(me: Traveller): Promise<void> {
  const { page, say } = me;
  const dialog = openSheet(page);
  await expect(dialog).toBeVisible();
  await lookAround(me);
  await dialog.getByRole("checkbox", { name: say("Don’t show again for 24 hours") }).check();
  const last = dialog.getByRole("button", { name: say("Got it"), exact: true });
  const next = dialog.getByText(say("Next"), { exact: true });
  while (!(await last.isVisible())) {
    await next.click();
  }
  await last.click();
  await expect(dialog).toBeHidden();
}

export async function deposit(me: Traveller): Promise<void> {
  const { page, say } = me;
  await link(me, say("Wallet")).click();
  await expect(page.getByText(say("Total assets"))).toBeVisible();
  await lookAround(me);
  await link(me, say("Deposit")).click();
  await page.getByLabel(say("Amount in {asset}", { asset: "USDT" }), { exact: true }).fill("500");
  await page.getByText("ERC20", { exact: true }).click();
  await lookAround(me);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/wallet/deposits"));
  await button(me, say("Get deposit address")).click();
  const { address } = (await (await answered).json()) as { readonly address: string };
  await expect(page.locator("main")).toContainText(address);
  await expect(page.getByRole("img", { name: say("QR code for the address") })).toBeVisible();
  await expect(page.getByText(say("Waiting for payment"))).toBeVisible();
  await lookAround(me);
  const counted = say("{confirmations} of {confirmationsRequired} confirmations", {
    confirmations: "[1-9]\\d*",
    confirmationsRequired: "12",
  });
  // Blocks are fast here. Each count is visible for only a few frames, so every frame is checked.
  const seen = [say("Payment detected"), counted].map((text) =>
    page.waitForFunction((said) => new RegExp(said).test(document.body.textContent), text),
  );
  await button(me, say("Simulate payment")).click();
  await Promise.all(seen);
  await expect(page.getByText(say("Deposit completed"))).toBeVisible();
  await expect(page.locator("main")).toContainText(`+$${MONEY.deposited}`);
  await lookAround(me);
  await link(me, say("Go to the wallet")).click();
  await expect(page.getByRole("status").filter({ hasText: `$${MONEY.deposited}` })).toBeVisible();
  await link(me, say("Card")).click();
  await expect(page.locator("main")).toContainText(`+$${MONEY.deposited}`);
}

export async function signOut(me: Traveller): Promise<void> {
  const { page, say } = me;
  await page.goto("/profile");
  await lookAround(me);
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  await button(me, say("Sign out")).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: say("Sign out"), exact: true }).click();
  await expect(page).toHaveURL("/login");
  const kept = await page.evaluate(() =>
    ["token", "user", "menus"].map((key) => localStorage[key]),
  );
  expect(kept.every((value) => value === undefined || value === null)).toBe(true);
  const { status } = await call<Card>(serverOrigin(), "/api/cards", { token });
  expect(status).toBe(401);
}
