import type { Page } from "@playwright/test";
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openSheet } from "../../src/open-sheet.ts";
import { administrator, enterCode, openAsAdministrator } from "../../src/operators.ts";
import { call, createCustomer } from "../../src/sandbox-client.ts";
import { untranslatedTexts } from "../../src/screen-faults.ts";
import { smallTargets } from "../../src/target-size.ts";
import { englishTextsOf, wordsOf } from "../../src/words.ts";

const PAGE = "/system/announcements";
const ADMIN = "/api/admin/announcements";

interface Announcement {
  readonly id: string;
  readonly revision: number;
  readonly texts: Readonly<Record<string, { readonly title: string; readonly content: string }>>;
}

function tagged(title: string): string {
  return `${title} ${crypto.randomUUID().slice(0, 8)}`;
}

/** Creates an announcement through the API. */
async function write(title: string, over: object = {}): Promise<Announcement> {
  const { token } = await administrator();
  const text = { title, content: "<p>Text</p>" };
  const { status, body } = await call<Announcement>(serverOrigin(), ADMIN, {
    token,
    key: crypto.randomUUID(),
    body: {
      type: "info",
      audience: "operators",
      draft: true,
      startsAt: null,
      endsAt: null,
      texts: { en: text },
      ...over,
    },
  });
  expect(status).toBe(201);
  return body;
}

/** Changes an announcement, as another operator would at the same time. */
async function changeElsewhere({ id, revision }: Announcement, title: string): Promise<void> {
  const { token } = await administrator();
  const answer = await fetch(`${serverOrigin()}${ADMIN}/${id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      type: "info",
      audience: "operators",
      draft: true,
      startsAt: null,
      endsAt: null,
      revision,
      texts: { en: { title, content: "<p>Theirs</p>" } },
    }),
  });
  expect(answer.status).toBe(200);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function writeText(page: Page, language: string, title: string, text: string) {
  await page.getByRole("tab", { name: new RegExp(language) }).click();
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("textbox", { name: "Text", exact: true }).click();
  await page.keyboard.type(text);
}

/** Returns the content of the open popup as HTML. */
const popupHtml = (page: Page) =>
  openSheet(page)
    .locator("[aria-live] > div > div")
    .evaluate((element) => element.innerHTML);

test("announcements: an operator writes one in three languages, and a customer reads it", async ({
  page,
  browser,
}) => {
  await openAsAdministrator(page);
  await page.goto(`${PAGE}?edit=new`);
  const title = tagged("Sunday");
  await writeText(page, "English", title, "Cards keep working.");
  await writeText(page, "简体中文", `${title} 简`, "卡片照常使用。");
  await writeText(page, "繁體中文", `${title} 繁`, "卡片照常使用");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("一整天");
  await button(page, "Preview").click();
  const dialog = openSheet(page);
  await expect(dialog.getByRole("heading", { name: `${title} 繁` })).toBeVisible();
  await expect(dialog.getByText("知道了")).toBeVisible();
  const previewed = await popupHtml(page);
  expect(previewed).toBe("<p>卡片照常使用<strong>一整天</strong></p>");
  await page.keyboard.press("Escape");
  await page.getByLabel("Type", { exact: true }).selectOption("warning");
  await page.getByLabel("At a specific time").check();
  await page.getByLabel("From", { exact: true }).fill("2026-01-02T03:04");
  await page.getByLabel("Until", { exact: true }).fill("2099-01-02T03:04");
  await expect(page.getByText("Times are in UTC.")).toBeVisible();
  await button(page, "Save and publish").click();
  await expect(page.getByText("Announcement published")).toBeVisible();
  await page.goto(`${PAGE}?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("link", { name: new RegExp(title) })).toBeVisible();

  const customer = await createCustomer(serverOrigin());
  const { "tessera-announcement-hidden-at": _, ...stored } = customer.stored;
  const context = await browser.newContext({ baseURL: serverOrigin() });
  try {
    const reader = await context.newPage();
    await reader.addInitScript(
      (entries) => {
        for (const [key, value] of Object.entries(entries)) {
          localStorage.setItem(key, value);
        }
      },
      { ...stored, "tessera-locale": "zh-TW" },
    );
    await reader.goto("/profile");
    const popup = openSheet(reader);
    await expect(popup).toBeVisible();
    while (!(await popup.getByRole("heading", { name: `${title} 繁` }).isVisible())) {
      await popup.getByText(wordsOf("zh-TW")("Next"), { exact: true }).click();
    }
    expect(await popupHtml(reader)).toBe(previewed);
  } finally {
    await context.close();
  }

  await page.getByRole("link", { name: new RegExp(title) }).click();
  await button(page, "Delete announcement").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Announcement deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(title) })).toHaveCount(0);
});

test("announcements: bulk deletion asks for confirmation and keeps the others", async ({
  page,
}) => {
  const mark = tagged("Batch");
  for (const name of ["one", "two", "three"]) {
    await write(`${mark} ${name}`);
  }
  await openAsAdministrator(page);
  await page.goto(`${PAGE}?q=${encodeURIComponent(mark)}`);
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await page.getByLabel(`Select “${mark} one”`).check();
  await page.getByLabel(`Select “${mark} three”`).check();
  await button(page, "Delete").click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("Delete 2 announcements?")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([`${mark} three`, `${mark} one`]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Announcements deleted: 2")).toBeVisible();
  await expect(page.getByRole("link", { name: `${mark} two` })).toBeVisible();
  await expect(page.getByRole("link", { name: `${mark} one` })).toHaveCount(0);
});

test.describe("announcements: concurrent changes", () => {
  test.use({ tolerated: [/status of 40[49]/] });

  test("announcements: an edit conflict is reported without losing any text", async ({ page }) => {
    const mark = tagged("Stale");
    const announcement = await write(mark);
    await openAsAdministrator(page);
    await page.goto(`${PAGE}?edit=${announcement.id}`);
    const title = page.getByLabel("Title", { exact: true });
    await expect(title).toHaveValue(mark);
    await changeElsewhere(announcement, `${mark} theirs`);
    await title.fill(`${mark} mine`);
    await button(page, "Save draft").click();
    await expect(page.getByText(/^Changed by admin, /)).toBeVisible();
    await button(page, "View their version").click();
    await expect(page.getByRole("heading", { name: `${mark} theirs` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(title).toHaveValue(`${mark} mine`);
    await button(page, "Save my version").click();
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.goto(`${PAGE}?q=${encodeURIComponent(mark)}`);
    await expect(page.getByRole("link", { name: `${mark} mine` })).toBeVisible();
  });

  test("announcements: an edit conflict stops a bulk deletion and refreshes the list", async ({
    page,
  }) => {
    const mark = tagged("Gone");
    const announcements = [await write(`${mark} one`), await write(`${mark} two`)];
    await openAsAdministrator(page);
    await page.goto(`${PAGE}?q=${encodeURIComponent(mark)}`);
    await page.getByLabel("Select all").check();
    const { token } = await administrator();
    await call(serverOrigin(), `${ADMIN}/batch-delete`, {
      token,
      key: crypto.randomUUID(),
      body: { ids: [announcements[0]?.id] },
    });
    await button(page, "Delete").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
    await expect(page.getByRole("alertdialog").getByText("Delete 1 announcement?")).toBeVisible();
    await expect(page.getByLabel(`Select “${mark} two”`)).toBeAttached();
  });
});

test.describe("announcements: drafts", () => {
  test.use({
    // The browser logs an event handler in pasted text while it is being removed. On the way back,
    // the operator passes through pages that request a customer's data.
    tolerated: [/status of 40[013]|Executing inline event handler/],
  });

  test("announcements: a draft survives leaving the page, an error, and a sign-out", async ({
    page,
  }) => {
    await openAsAdministrator(page);
    await page.goto(PAGE);
    await page.getByRole("link", { name: "Write" }).click();
    const title = tagged("Kept");
    await writeText(page, "English", title, "Words");
    await page.goBack();
    await button(page, "Keep editing").click();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue(title);

    await page.getByLabel("Title", { exact: true }).fill("x".repeat(20_480));
    await button(page, "Save draft").click();
    await expect(page.getByText("This is too long.")).toBeVisible();
    await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
    await page.getByLabel("Title", { exact: true }).fill(title);

    const refuse = `**${ADMIN}`;
    await page.route(refuse, (route) =>
      route.fulfill({ status: 401, json: { code: "unauthenticated", message: "Sign in" } }),
    );
    await button(page, "Save draft").click();
    await expect(page).toHaveURL(/\/login\?/);
    await page.unroute(refuse);
    await page.getByLabel("Username or email").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill("seven lamps at night");
    await page.getByRole("checkbox", { name: "User Agreement" }).check();
    await button(page, "Sign in").click();
    await enterCode(page, "admin");
    // Navigates from the page where administrators start, without a reload, which would lose the
    // draft.
    const write = page.getByRole("link", { name: "Write" });
    const own = page.getByRole("link", { name: /^(?:My|Profile)$/ });
    await write.or(own).first().waitFor();
    if (!(await write.isVisible())) {
      await own.click();
      await page.getByRole("link", { name: "Announcements", exact: true }).click();
    }
    await write.click();
    await expect(page.getByText("We restored your unsaved draft.")).toBeVisible();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue(title);
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveText("Words");
  });

  test("announcements: the keyboard formats text, and pasted text is sanitized", async ({
    page,
  }) => {
    await openAsAdministrator(page);
    await page.goto(`${PAGE}?edit=new`);
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.click();
    await page.keyboard.type("Plain ");
    await page.keyboard.press("Control+i");
    await page.keyboard.type("leaning");
    await page.keyboard.press("Enter");
    await button(page, "Bulleted list").click();
    await page.keyboard.type("First");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Second");
    await expect(text.getByRole("listitem")).toHaveText(["First", "Second"]);
    await text.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        "text/html",
        '<div onclick="x()">Pasted<img src=x onerror="x()"></div><a href="javascript:x()">no</a>',
      );
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(text).toContainText("Pasted");
    await expect(text.locator("img, div, a, [onclick]")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(text).not.toBeFocused();
  });
});

test.describe("announcements: the editors' pages", () => {
  // On a wide screen, the sidebar requests reviews, which only customers have.
  test.use({ tolerated: [/status of 403/] });

  for (const [width, theme, locale] of [
    [390, "light", "en"],
    [390, "dark", "zh-CN"],
    [390, "light", "zh-TW"],
    [1280, "dark", "en"],
    [1280, "light", "zh-CN"],
  ] as const) {
    test(`announcements: every page is complete at ${width} px, ${theme}, in ${locale}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await openAsAdministrator(page, { "tessera-theme": theme, "tessera-locale": locale });
      for (const path of [PAGE, `${PAGE}?edit=new`, `${PAGE}?q=nothing-has-this-title`]) {
        await page.goto(path);
        await expect(page.locator("main")).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        expect(await untranslatedTexts(page, englishTextsOf(locale))).toEqual([]);
        if (width === 390) {
          expect(await smallTargets(page)).toEqual([]);
        }
      }
    });
  }
});

test("announcements: a customer on the editors' page can read but not write announcements", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto(`${PAGE}?edit=new`);
  await expect(page.getByRole("heading", { name: "Announcements" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  const { status } = await call(serverOrigin(), ADMIN, { token: customer.token });
  expect(status).toBe(403);
});
