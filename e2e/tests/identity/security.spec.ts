import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { createCustomer } from "../../src/sandbox-client.ts";

const NEW_PASSWORD = "eleven slow tides return";

test.use({ tolerated: [/status of 40[013]/] });

test("sessions: a device signed out from elsewhere returns to login immediately", async ({
  signedIn: page,
  customer,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/login");
  await elsewhere.getByLabel("Username or email", { exact: true }).fill(customer.email);
  await elsewhere.locator("input[type=password]").fill(customer.password);
  await elsewhere.getByRole("checkbox").last().check();
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere).toHaveURL("/");

  await page.goto("/profile");
  await page.getByRole("button", { name: "Signed-in devices" }).click();
  const devices = openSheet(page);
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(devices.getByText("Local network").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await devices.getByRole("button", { name: "Sign out Chrome on Linux" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();

  await expect(elsewhere).toHaveURL(/\/login\?expired=1/);
  await expect(devices.getByText("You are signed in only on this device.")).toBeVisible();
  await other.close();
});

test("passwords: a change keeps all tabs signed in and invalidates the old password", async ({
  signedIn: page,
  customer,
  context,
}) => {
  await page.goto("/profile");
  const tab = await context.newPage();
  await tab.goto("/wallet");
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = openSheet(page);
  const fill = async (current: string) => {
    await sheet.getByLabel("Current password").fill(current);
    await sheet.getByLabel("New password").fill(NEW_PASSWORD);
    await sheet.getByLabel("Confirm password").fill(NEW_PASSWORD);
    await sheet.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not the password");
  await expect(sheet.getByText(/That didn’t match/)).toBeVisible();
  await expect(sheet.getByLabel("Current password")).toBeFocused();
  await expectAccessible(page);
  await fill(customer.password);
  await expect(page.getByText("Password changed")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect(page.getByText(customer.email).first()).toBeVisible();
  await tab.reload();
  await expect(tab).toHaveURL("/wallet");
  await expect(customer.get("/api/auth/profile")).rejects.toThrow("401");
});

test("usernames: a new username works immediately, and an error keeps the input", async ({
  signedIn: page,
  customer,
}) => {
  const name = `heron.${customer.email.replace(/[^a-z0-9]/g, "").slice(0, 24)}`;
  await page.goto("/profile");
  const row = page.getByRole("button", { name: /^Username/ });
  await row.focus();
  await page.keyboard.press("Enter");
  const sheet = openSheet(page);
  const username = sheet.getByLabel("New username");
  await expect(username).toBeFocused();
  await username.fill("two words");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText(/Use letters a to z/)).toBeVisible();
  await expect(username).toBeFocused();

  const { username: taken } = JSON.parse((await createCustomer(serverOrigin())).stored.user ?? "");
  const typed = taken.toUpperCase();
  await username.fill(typed);
  await page.keyboard.press("Tab");
  await page.keyboard.type(customer.password);
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("This username is taken. Choose another.")).toBeVisible();
  await expect(username).toBeFocused();
  await expect(username).toHaveValue(typed);
  await expect(sheet.getByLabel("Current password")).toHaveValue(customer.password);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await username.fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Username changed")).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(row).toContainText(name);
  await expect(row).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: `Username ${name}` })).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Sign out", exact: true })
    .click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Username or email", { exact: true }).fill(name);
  await page.locator("input[type=password]").fill(customer.password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/");
});
