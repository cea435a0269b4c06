import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { freshEmail, PASSWORD } from "../../src/sandbox-client.ts";
import { tabTo } from "../../src/tab-to.ts";

/**
 * The browser spends several seconds computing here, while three other browsers are running. The
 * server accepts the result for two minutes.
 */
const PROVED = { timeout: 150_000 };

test.describe.configure({ timeout: 600_000 });

const explained = (page: Page) => page.getByRole("status").getByText("nothing to read");

/** Chooses the browser's proof of work instead of the image, using only the keyboard. */
async function chooseProof(page: Page): Promise<void> {
  await tabTo(page, page.getByRole("button", { name: "I can’t see the picture" }));
  await page.keyboard.press("Enter");
  await expect(explained(page)).toBeVisible();
  await expect(page.getByLabel("Characters in the image", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Use the picture instead" })).toBeFocused();
}

async function typeTwice(page: Page, label: string): Promise<void> {
  for (const name of [label, "Confirm password"]) {
    await tabTo(page, page.getByLabel(name, { exact: true }));
    await page.keyboard.type(PASSWORD);
  }
}

async function typeMailedCode(page: Page, code: string): Promise<void> {
  await tabTo(page, page.getByLabel("Verification code", { exact: true }));
  await page.keyboard.type(code);
}

test("captcha: someone who can't see the image registers with a code, by keyboard only", async ({
  page,
  mailbox,
}) => {
  const email = freshEmail();
  await page.goto("/register");
  await tabTo(page, page.getByLabel("Email", { exact: true }));
  await page.keyboard.type(email);
  await chooseProof(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await tabTo(page, page.getByRole("button", { name: "Send code" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sent. The code works for 10 minutes.")).toBeVisible(PROVED);
  const code = await mailbox.codeFor(email);
  await page.getByRole("button", { name: "Use the picture instead" }).focus();
  await typeMailedCode(page, code);
  await typeTwice(page, "Password");
  await tabTo(page, page.getByRole("checkbox", { name: "User Agreement" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
});

test("captcha: someone who can't see the image registers with a link, by keyboard only", async ({
  page,
  mailbox,
}) => {
  const email = freshEmail();
  await page.goto("/register");
  await tabTo(page, page.getByLabel("Email", { exact: true }));
  await page.keyboard.type(email);
  await chooseProof(page);
  await tabTo(page, page.getByRole("button", { name: "Get a link by email instead" }));
  await page.keyboard.press("Enter");
  await typeTwice(page, "Password");
  await tabTo(page, page.getByRole("checkbox", { name: "User Agreement" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible(PROVED);
  const { text } = await mailbox.waitFor(email);
  expect(text).toContain("/verify-email?token=");
});

test("captcha: someone who can't see the image resets a password, by keyboard only", async ({
  page,
  mailbox,
  customer,
}) => {
  await page.goto("/reset-password");
  await tabTo(page, page.getByLabel("Email", { exact: true }));
  await page.keyboard.type(customer.email);
  await chooseProof(page);
  await expectAccessible(page);
  await tabTo(page, page.getByRole("button", { name: "Send code" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sent. The code works for 10 minutes.")).toBeVisible(PROVED);
  const code = await mailbox.codeFor(customer.email);
  await page.getByRole("button", { name: "Use the picture instead" }).focus();
  await typeMailedCode(page, code);
  await typeTwice(page, "New password");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Username or email", { exact: true })).toBeVisible();
});

test.describe("captcha: rejected proofs", () => {
  test.use({ tolerated: [/status of 400/] });

  test("captcha: the form reports a computation that took too long, and a retry succeeds", async ({
    page,
  }) => {
    let isFirst = true;
    await page.route("**/api/auth/send-code", async (route) => {
      const body = route.request().postDataJSON();
      const refused = { ...body, captchaCode: "0" };
      await route.continue({ postData: JSON.stringify(isFirst ? refused : body) });
      isFirst = false;
    });
    await page.goto("/register");
    await page.getByLabel("Email", { exact: true }).fill(freshEmail());
    await page.getByRole("button", { name: "I can’t see the picture" }).click();
    await page.getByRole("button", { name: "Send code" }).click();
    const refusal = page.getByRole("alert").getByText("The calculation took too long. Try again.");
    await expect(refusal).toBeVisible(PROVED);
    await expect(explained(page)).toBeVisible();
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByText("Sent. The code works for 10 minutes.")).toBeVisible(PROVED);
    // The image option is available again, with a new image.
    await page.getByRole("button", { name: "Use the picture instead" }).click();
    await expect(page.getByLabel("Characters in the image", { exact: true })).toHaveValue("");
    await expect(page.getByRole("img", { name: "Characters to type" })).toBeVisible();
  });
});
