import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsOperator } from "../../src/operators.ts";
import { call, freshEmail, PASSWORD } from "../../src/sandbox-client.ts";
import { smallTargets } from "../../src/target-size.ts";

/** Returns whether the customer can sign in with an email address and their password. */
async function signsIn(username: string): Promise<boolean> {
  const body = { username, password: PASSWORD };
  return (await call(serverOrigin(), "/api/customer/login", { body })).status === 200;
}

// This test provokes an error by entering a wrong code.
test.use({ tolerated: [/status of 400/] });

test("email change: a request is confirmed, reviewed and approved without a reload", async ({
  signedIn: page,
  customer,
  mailbox,
  browser,
}) => {
  await customer.fund("50.00");
  await page.addInitScript(() => localStorage.setItem("tessera-locale", "zh-TW"));
  const email = freshEmail();
  await page.goto("/profile");
  await page.getByRole("button", { name: `電子郵件 ${customer.email}` }).click();
  const sheet = page.getByRole("dialog", { name: "變更電子郵件" });
  await sheet.getByRole("textbox", { name: "新的電子郵件" }).fill(customer.email);
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("這已經是你目前的電子郵件")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("textbox", { name: "新的電子郵件" }).fill(email);
  await page.keyboard.press("Enter");
  await sheet.getByLabel("密碼", { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await page.keyboard.press("Enter");

  const code = sheet.getByRole("textbox", { name: "郵件中的驗證碼" });
  await expect(code).toBeVisible();
  const mailed = await mailbox.codeFor(email);
  await code.fill(mailed === "123456" ? "654321" : "123456");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("驗證碼錯誤或已過期")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await code.fill(mailed);
  await page.keyboard.press("Enter");
  await sheet.getByRole("link", { name: "查看審核" }).click();
  await expect(page.getByText("現在由我們處理")).toBeVisible();
  await expect(page.getByText("你的帳戶或卡片中有資金")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const desk = await browser.newContext({
    baseURL: serverOrigin(),
    viewport: { width: 1280, height: 900 },
  });
  const theirs = await desk.newPage();
  await openAsOperator(theirs, "reviewer", { "tessera-locale": "en" });
  const id = new URL(page.url()).searchParams.get("open");
  await theirs.goto(`/system/reviews?open=${id}`);
  await expect(theirs.getByText("Current email")).toBeVisible();
  await expect(theirs.getByText(email)).toHaveCount(0);
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("button", { name: "Approve" }).click();
  await theirs.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(theirs.getByRole("alertdialog")).toBeHidden();
  await desk.close();

  await expect(page.getByText("已核准並執行")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: `電子郵件 ${email}` })).toBeVisible();
  expect(await signsIn(email)).toBe(true);
  expect(await signsIn(customer.email)).toBe(false);
});
