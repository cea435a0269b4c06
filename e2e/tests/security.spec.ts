import { expect, test } from "../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../src/look-around.ts";

const NEW_PASSWORD = "eleven slow tides return";

test.use({ tolerated: [/status of 40[13]/] });

test("a device that is signed out elsewhere leaves at once", async ({
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
  const devices = page.getByRole("dialog");
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(devices.getByText("This network").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await devices.getByRole("button", { name: "Sign out Chrome on Linux" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();

  await expect(elsewhere).toHaveURL(/\/login\?expired=1/);
  await expect(devices.getByText("You are signed in here and nowhere else.")).toBeVisible();
  await other.close();
});

test("a new password keeps this session, in every tab, and the old one opens nothing", async ({
  signedIn: page,
  customer,
  context,
}) => {
  await page.goto("/profile");
  const tab = await context.newPage();
  await tab.goto("/wallet");
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog");
  const fill = async (current: string) => {
    await sheet.getByLabel("Current password").fill(current);
    await sheet.getByLabel("New password").fill(NEW_PASSWORD);
    await sheet.getByLabel("Confirm password").fill(NEW_PASSWORD);
    await sheet.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not the password");
  await expect(sheet.getByText(/The password is wrong/)).toBeVisible();
  await expect(sheet.getByLabel("Current password")).toBeFocused();
  await expectAccessible(page);
  await fill(customer.password);
  await expect(page.getByText("Password changed")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: "My" })).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
  await tab.reload();
  await expect(tab).toHaveURL("/wallet");
  await expect(customer.get("/api/auth/profile")).rejects.toThrow("401");
});
