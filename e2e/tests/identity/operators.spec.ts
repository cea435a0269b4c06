import type { Browser, Page } from "@playwright/test";
import { type SandboxServer, startSandboxServer } from "../../../scripts/sandbox-server.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { openMailbox } from "../../src/mailbox.ts";
import { openSheet } from "../../src/open-sheet.ts";
import {
  enterProof,
  type OperatorName,
  openAsOperator,
  openOnNewDevice,
} from "../../src/operators.ts";
import { smallTargets } from "../../src/target-size.ts";
import { totpCode } from "../../src/totp.ts";

// Operators are shared, so these tests use a separate server. Each step-up token requires a new
// code, and a new code is available only every 30 s.
test.describe.configure({ mode: "serial", timeout: 600_000 });
test.use({ tolerated: [/status of 40[0139]/] });
let server: SandboxServer;
let first: Page;
let second: Page;

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

test.beforeAll(async ({ browser }) => {
  test.setTimeout(600_000);
  server = await startSandboxServer();
  first = await consoleOf(browser, "admin", WIDE);
  second = await consoleOf(browser, "admin2", PHONE);
});
test.afterAll(() => server.stop());

async function consoleOf(browser: Browser, who: OperatorName, viewport: typeof WIDE) {
  const context = await browser.newContext({ viewport, baseURL: server.origin });
  const page = await context.newPage();
  await openAsOperator(page, who, { "tessera-locale": "en" }, server.origin);
  return page;
}

async function lookWell(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if ((page.viewportSize()?.width ?? 0) < 500) {
    expect(await smallTargets(page)).toEqual([]);
  }
}

/** Enters a reason and a code, and confirms. */
async function confirm(
  page: Page,
  who: OperatorName,
  { reason, verb }: { readonly reason?: string; readonly verb: string },
): Promise<void> {
  const sheet = openSheet(page);
  if (reason !== undefined) {
    await sheet.getByLabel("Reason").fill(reason);
  }
  const next = sheet.getByRole("button", { name: "Continue" });
  const code = sheet.getByRole("textbox", { name: /code/i });
  await expect(next.or(code).first()).toBeVisible();
  if (await next.isVisible()) {
    await next.click();
  }
  await lookWell(page);
  await enterProof(page, who, verb);
}

test("operators: an invited person joins, sets up a second factor, and is suspended", async ({
  browser,
}) => {
  await first.goto("/system/operators");
  await lookWell(first);
  await first.getByRole("button", { name: "Invite" }).click();
  const sheet = openSheet(first);
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet.getByText("Enter a full email address")).toBeVisible();
  await sheet.getByLabel("Email", { exact: true }).fill("Linus@example.com");
  await sheet.getByLabel("Role").selectOption("Auditor");
  await confirm(first, "admin", { verb: "Send invitation" });
  await expect(first.getByText("Invitation sent")).toBeVisible();
  await first.getByRole("tab", { name: "Invitations" }).click();
  await expect(first.getByText("linus@example.com")).toBeVisible();
  await lookWell(first);

  const { text } = await openMailbox(server.origin).waitFor("linus@example.com");
  const [link = ""] = /\/operator-invitation#[A-Za-z0-9_-]+/.exec(text) ?? [];
  const context = await browser.newContext({ viewport: PHONE, baseURL: server.origin });
  await context.addInitScript((now) => {
    localStorage.setItem("tessera-locale", "en");
    localStorage.setItem("tessera-announcement-hidden-at", now);
  }, String(Date.now()));
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByText("linus@example.com will have the role Auditor.")).toBeVisible();
  expect(theirs.url()).toBe(`${server.origin}/operator-invitation`);
  await lookWell(theirs);
  await theirs.getByLabel("Username").fill("linus");
  await theirs.getByLabel("Password", { exact: true }).fill("lanterns over the bay");
  await theirs.getByLabel("Confirm password").fill("lanterns over the bay");
  await theirs.getByRole("button", { name: "Accept" }).click();
  await expect(theirs).toHaveURL("/profile");
  await setUpFactor(theirs, "lanterns over the bay");
  await theirs.goto("/system/audit");
  await expect(theirs.getByRole("heading", { name: "Audit log" })).toBeVisible();

  await first.getByRole("tab", { name: "People" }).click();
  await first.getByRole("link", { name: /linus/ }).click();
  await expect(first.getByText("Authenticator app")).toBeVisible();
  await lookWell(first);
  await first.getByRole("button", { name: "Suspend", exact: true }).click();
  await confirm(first, "admin", { reason: "Phone lost", verb: "Suspend" });
  await expect(first.getByText("Operator suspended")).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  await context.close();
});

async function setUpFactor(page: Page, password: string): Promise<void> {
  await page.getByRole("button", { name: /Second factor/ }).click();
  const sheet = openSheet(page);
  await sheet.getByRole("button", { name: "Set up" }).click();
  await page.locator("input[type=password]").fill(password);
  await sheet.getByRole("button", { name: "Continue" }).click();
  const secret = ((await sheet.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await sheet.getByLabel("Code shown in the app").fill(totpCode(secret));
  await sheet.getByRole("button", { name: "Turn on" }).click();
  await sheet.getByRole("button", { name: "I saved them" }).click();
  await page.keyboard.press("Escape");
}

test("operators: one administrator proposes another; a second approves on a phone", async () => {
  await first.goto("/system/operators");
  await first
    .getByRole("link", { name: /^reviewer|reviewer/ })
    .first()
    .click();
  await first.getByRole("button", { name: "Change role" }).click();
  await openSheet(first).getByLabel("Role").selectOption("Administrator");
  await confirm(first, "admin", { reason: "Runs the night shift", verb: "Propose" });
  await expect(first.getByText("Proposed to the other administrators")).toBeVisible();

  await second.goto("/system/operators?tab=proposals");
  const title = "Change reviewer from Reviewer to Administrator";
  await expect(second.getByRole("heading", { name: title })).toBeVisible();
  await lookWell(second);
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  await confirm(second, "admin2", { verb: "Approve" });
  await expect(second.getByText("Proposal approved")).toBeVisible();
  await expect(second.getByText("Approved", { exact: true })).toBeVisible();
});

test("limits: an administrator rejects a proposed higher limit, giving a reason", async () => {
  await first.goto("/system/programme?tab=limits");
  await first.getByLabel("Maximum adjustment").fill("20000");
  await first.getByRole("button", { name: "Propose limits" }).click();
  await confirm(first, "admin", { reason: "Year end", verb: "Propose" });
  await expect(first.getByText("Proposed to the other administrators")).toBeVisible();

  await second.goto("/system/operators?tab=proposals");
  await expect(second.getByText("Year end")).toBeVisible();
  await second.getByRole("button", { name: "Reject", exact: true }).click();
  await openSheet(second).getByLabel("Rejection reason").fill("Too high");
  await openSheet(second).getByRole("button", { name: "Reject" }).click();
  await expect(second.getByText("Proposal rejected")).toBeVisible();
  await first.goto("/system/operators?tab=proposals");
  await expect(first.getByText("Too high")).toBeVisible();
});

test("operators: a removed administrator is immediately signed out on both devices", async ({
  browser,
}) => {
  const tokens: string[] = [];
  const devices: Page[] = [];
  for (const viewport of [WIDE, PHONE]) {
    const context = await browser.newContext({ viewport, baseURL: server.origin });
    const page = await context.newPage();
    const inEnglish = { "tessera-locale": "en" };
    tokens.push(await openOnNewDevice(page, "reviewer", inEnglish, server.origin));
    await page.goto("/system/reviews");
    await expect(page.getByRole("heading", { name: "Review queues" })).toBeVisible();
    devices.push(page);
  }
  const statuses = () => Promise.all(tokens.map((token) => statusWith(token)));
  expect(await statuses()).toEqual([200, 200]);
  const streams = await Promise.all(tokens.map(openStream));

  await first.goto("/system/operators");
  await first
    .getByRole("link", { name: /reviewer/ })
    .first()
    .click();
  await expect(first.getByText("2 devices")).toBeVisible();
  await first.getByRole("button", { name: "Remove", exact: true }).click();
  await confirm(first, "admin", { reason: "Left the company", verb: "Propose" });
  await expect(first.getByText("Proposed to the other administrators")).toBeVisible();
  expect(await statuses()).toEqual([200, 200]);

  await second.goto("/system/operators?tab=proposals");
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  const approved = second.waitForResponse(
    (response) => response.url().endsWith("/approve") && response.status() === 200,
  );
  await confirm(second, "admin2", { verb: "Approve" });
  await approved;
  expect(await statuses()).toEqual([401, 401]);
  await Promise.all(streams.map(({ ended }) => ended));
  // Nobody presses anything on either device; the end of the event stream leads to login.
  for (const page of devices) {
    await expect(page).toHaveURL(/\/login/);
    await page.context().close();
  }
});

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.origin}/api/auth/profile`, { headers })).status;
}

/** Opens an event stream for a session; `ended` resolves when the server has closed the stream. */
async function openStream(token: string): Promise<{ readonly ended: Promise<void> }> {
  const headers = { authorization: `Bearer ${token}` };
  const { body, status } = await fetch(`${server.origin}/api/events`, { headers });
  expect(status).toBe(200);
  const read = async () => {
    for await (const _ of body ?? []) {
      // Only the end of the stream matters.
    }
  };
  return { ended: read().catch(() => undefined) };
}
