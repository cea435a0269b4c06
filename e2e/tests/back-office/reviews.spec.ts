import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openAsOperator, operator } from "../../src/operators.ts";
import { type Customer, call } from "../../src/sandbox-client.ts";
import { smallTargets } from "../../src/target-size.ts";

const PDF = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj",
  "trailer<</Root 1 0 R>>",
  "%%EOF",
].join("\n");

/** Flags a customer and applies for a card as that customer, which creates a case for operators. */
async function apply(customer: Customer, nickname: string): Promise<void> {
  // Funded before the flag, because a flagged customer's deposits are reviewed too.
  await customer.fund("50.00");
  const { user } = await customer.get<{ readonly user: { readonly id: string } }>(
    "/api/auth/profile",
  );
  const { token } = await operator("reviewer");
  const flag = { customerId: user.id, flagged: true, reason: "Looked at in a test" };
  const flagged = await call(serverOrigin(), "/api/admin/review-flags", { token, body: flag });
  expect(flagged.status).toBe(200);
  const { data } = await customer.get<{
    readonly data: readonly {
      readonly id: string;
      readonly currency: string;
      openingFee: string;
    }[];
  }>("/api/card-segments");
  const segment = data.find(({ currency }) => currency === "USD");
  await customer.post("/api/card-applications", {
    segmentId: segment?.id,
    nickname,
    billingAddress: "auto",
    openingFee: segment?.openingFee,
  });
}

// These tests provoke errors with a forged file and a second decision.
test.use({ tolerated: [/status of 4(?:09|15)|ERR_FAILED/] });

test("cases: an operator asks for a document and approves the case, without a reload", async ({
  signedIn: page,
  customer,
  browser,
}) => {
  const nickname = `Ads ${crypto.randomUUID().slice(0, 6)}`;
  await apply(customer, nickname);
  const desk = await browser.newContext({
    baseURL: serverOrigin(),
    viewport: { width: 1280, height: 900 },
  });
  const theirs = await desk.newPage();
  await openAsOperator(theirs, "reviewer", { "tessera-locale": "zh-CN" });
  await page.goto("/pending-reviews?tab=us");
  await page.getByRole("button", { name: nickname }).click();
  await expect(page.getByText("We’re reviewing this and aim to decide")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const { data } = await customer.get<{ readonly data: readonly { readonly id: string }[] }>(
    "/api/reviews",
  );
  await theirs.goto(`/system/reviews?open=${data[0]?.id}`);
  await expect(theirs.getByText(nickname)).toBeVisible();
  const { user } = await customer.get<{
    readonly user: { readonly id: string; readonly username: string };
  }>("/api/auth/profile");
  await expect(theirs.getByRole("link", { name: user.username, exact: true })).toHaveAttribute(
    "href",
    `/system/customers/${user.id}`,
  );
  await expect(theirs.getByRole("main")).not.toContainText(/_[0-9a-f]{8}-[0-9a-f]{4}-/);
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole("button", { name: "接手" }).click();
  await expect(theirs.getByRole("button", { name: "退回队列" })).toBeVisible();
  await theirs.getByRole("button", { name: "询问" }).click();
  const sheet = theirs.getByRole("dialog", { name: "请客户补充" });
  await sheet.getByRole("checkbox", { name: "身份证件" }).check();
  await sheet.getByRole("textbox").fill("Both sides, please");
  await expectAccessible(theirs);
  await sheet.getByRole("button", { name: "询问并暂停计时" }).click();
  await expect(sheet).toBeHidden();

  await expect(page.getByText("We need your reply by")).toBeVisible();
  await expect(page.getByText("Both sides, please").first()).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  const file = page.getByLabel("Identity document");
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(PDF) });
  await expect(
    page.getByText(
      "The file’s content doesn’t match its type. Save it again as a PDF, JPEG or PNG.",
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await file.setInputFiles({
    name: "passport.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(PDF),
  });
  await expect(page.getByText("We’re reviewing this and aim to decide")).toBeVisible();

  await expect(theirs.getByRole("button", { name: "passport.pdf" })).toBeVisible();
  const download = theirs.waitForEvent("download");
  await theirs.getByRole("button", { name: "passport.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("passport.pdf");
  // Uses only the keyboard: "a" asks for a document. Enter would cancel, so the button is selected
  // first.
  await theirs.getByRole("heading", { level: 1, name: "卡片申请" }).click();
  await theirs.keyboard.press("a");
  await theirs.getByRole("alertdialog").getByRole("button", { name: "批准" }).click();
  await expect(theirs.getByRole("alertdialog")).toBeHidden();

  await expect(page.getByText("It was approved and carried out.")).toBeVisible();
  await page.goto("/cards");
  await expect(page.getByText(nickname)).toBeVisible();
  await desk.close();
});

test("cases: a customer withdraws a request after confirming", async ({
  signedIn: page,
  customer,
}) => {
  await apply(customer, "Travel");
  await page.goto("/pending-reviews?tab=us");
  await page.getByRole("button", { name: "Travel" }).click();
  await page.getByRole("button", { name: "Withdraw request" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText("This request has ended.")).toBeVisible();
});

test("cases: the second of two operators to decide sees who decided first", async ({
  page,
  customer,
}) => {
  await apply(customer, "Cloud");
  const { data } = await customer.get<{ readonly data: readonly { readonly id: string }[] }>(
    "/api/reviews",
  );
  const id = data[0]?.id ?? "";
  await openAsOperator(page, "reviewer");
  // This page does not receive changes made elsewhere.
  await page.route("**/api/events", (route) => route.abort());
  await page.goto(`/system/reviews?open=${id}`);
  await page.getByRole("button", { name: "Reject" }).click();
  const sheet = page.getByRole("dialog", { name: "Reject" });
  await sheet.getByRole("textbox", { name: "Reason" }).fill("No");
  const { token } = await operator("admin");
  const path = `/api/admin/reviews/${id}/approve`;
  expect((await call(serverOrigin(), path, { token, body: { revision: 1 } })).status).toBe(200);
  await sheet.getByRole("button", { name: "Reject" }).click();
  // The message appears in the case and, for a moment, also in the closing sheet in front of it.
  await expect(page.getByText("This was already decided.").first()).toBeVisible();
  await expect(page.getByText("admin · Approved").first()).toBeVisible();
});
