import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import { openAsAdministrator } from "../../src/operators.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

test("support: both sides write at the same time, each in their own language, with a file", async ({
  signedIn: page,
  browser,
}) => {
  const subject = `A question ${Date.now().toString(36)}`;
  await page.goto("/customer-service?write=1");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Your message").fill("<script>alert(1)</script>\nWhat does it cost?");
  const receipt = { name: "receipt.pdf", mimeType: "application/pdf", buffer: PDF };
  await page.locator("input[type=file]").setInputFiles(receipt);
  await expect(page.getByRole("button", { name: "Remove receipt.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("<script>alert(1)");
  await expectAccessible(page);

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await openAsAdministrator(desk, { "tessera-locale": "zh-TW" });
  await desk.goto(`/system/support?q=${encodeURIComponent(subject)}`);
  await desk.getByRole("link", { name: subject }).click();
  await expect(desk.getByRole("list", { name: "訊息" })).toContainText("What does it cost?");
  const saving = desk.waitForEvent("download");
  await desk.getByRole("button", { name: /儲存.*receipt\.pdf/ }).click();
  expect((await saving).suggestedFilename()).toBe("receipt.pdf");
  await desk.getByRole("textbox", { name: "回覆客戶" }).fill("Nothing to decline, 3.5 % to add.");
  await expectAccessible(desk);
  await desk.getByRole("button", { name: "傳送" }).click();

  // Without a reload: the message arrives over the event stream, and the read receipt comes back
  // the same way.
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("3.5 % to add.");
  await expect(page.getByRole("main").getByText("Replied")).toBeVisible();
  await expect(desk.getByRole("list", { name: "訊息" })).toContainText("已讀");
  await page.getByRole("textbox", { name: "Write a message" }).fill("Thank you");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(desk.getByRole("list", { name: "訊息" })).toContainText("Thank you");
  await desk.close();
});

test.describe("support: rejected files", () => {
  test.use({ tolerated: [/status of 415/] });

  test("support: a forged file is rejected with a message, and the text is kept", async ({
    signedIn: page,
  }) => {
    await page.goto("/customer-service?write=1");
    await page.getByLabel("Subject").fill("x".repeat(20_480));
    await expect(page.getByText("A subject can have up to 120 characters")).toBeVisible();
    await page.getByLabel("Your message").fill("Kept");
    const lie = {
      name: "photo.png",
      mimeType: "image/png",
      buffer: Buffer.from("<script></script>"),
    };
    await page.locator("input[type=file]").setInputFiles(lie);
    await expect(page.getByText("The file’s content doesn’t match its type.")).toBeVisible();
    await expect(page.getByLabel("Your message")).toHaveValue("Kept");
  });
});

test("help center: an article answers a question, counts votes, and leads to support", async ({
  signedIn: page,
}) => {
  await page.goto("/customer-service");
  await page.getByRole("searchbox").fill("refnud");
  await page.getByRole("link", { name: /Refunds, also to closed cards/ }).click();
  await expect(page.getByRole("heading", { name: "Refunds, also to closed cards" })).toBeVisible();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(page.getByText("Thank you for your feedback.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Contact support about this" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Refunds, also to closed cards");
});
