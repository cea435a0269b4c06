import { CAPTCHA_ANSWER } from "../../../scripts/sandbox-server.ts";
import { expect, test } from "../../src/fixtures.ts";
import { freshEmail, PASSWORD } from "../../src/sandbox-client.ts";

test("registration: an emailed link opens the account and signs in after a countdown", async ({
  page,
  mailbox,
}) => {
  const email = freshEmail();
  await page.goto("/register");
  await page.getByRole("button", { name: "Get a link by email instead" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Characters in the image", { exact: true }).fill(CAPTCHA_ANSWER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "User Agreement" }).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  const { text } = await mailbox.waitFor(email);
  const link = /\/verify-email\?token=\S+/.exec(text)?.[0] ?? "";
  // Starts waiting before the page opens, because the page shows both for only five seconds.
  await Promise.all([
    page.getByRole("heading", { name: "Email verified" }).waitFor(),
    // The token is removed from the address bar.
    page.waitForURL("/verify-email", { waitUntil: "commit" }),
    page.goto(link),
  ]);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("No cards yet")).toBeVisible();
});

test.describe("registration: invalid links", () => {
  test.use({ tolerated: [/status of 400/] });

  test("registration: an invalid link is reported, and the page shows how to continue", async ({
    page,
  }) => {
    await page.goto(`/verify-email?token=${"0".repeat(43)}`);
    await expect(page.getByRole("heading", { name: "Verification failed" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Register again" })).toBeVisible();
    await page.goto("/verify-email");
    await expect(page.getByText("Invalid verification link. Token is missing.")).toBeVisible();
  });
});
