import { setTimeout } from "node:timers/promises";
import { test as base, expect, type Page, type Response } from "@playwright/test";
import { type CardNetwork, openCardNetwork } from "./card-network.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Customer, createCustomer } from "./sandbox-client.ts";

interface Fixtures {
  readonly mailbox: Mailbox;
  readonly network: CardNetwork;
  /** A customer for this test only, created over HTTP on first use. */
  readonly customer: Customer;
  /** A page signed in as `customer`, with announcements dismissed. */
  readonly signedIn: Page;
  /**
   * Console errors that a test causes on purpose, such as the browser's message about a failed
   * call: `test.use({ tolerated: [/status of 409/] })`.
   */
  readonly tolerated: readonly RegExp[];
  /** The browser's console errors. The test fails unless this list is empty at the end. */
  readonly complaints: string[];
}

/**
 * What the browser reports when the server refuses a call because the machine is too busy. The
 * console repeats such a call by itself.
 */
const REFUSED_WHEN_BUSY = "Failed to load resource: the server responded with a status of 503";
/** What `Retry-After` contains in responses with the code `overloaded`. */
const OVERLOADED_RETRY_AFTER = ["2", "5"];
const BODY_MS_MAX = 10_000;

export { expect };

/**
 * Playwright's test with the server's address, its mailbox, and no tolerance for console errors.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
  baseURL: async ({}, use) => use(serverOrigin()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
  mailbox: async ({}, use) => use(openMailbox(serverOrigin())),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
  network: async ({}, use) => use(openCardNetwork(serverOrigin())),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
  customer: async ({}, use) => use(await createCustomer(serverOrigin())),
  signedIn: async ({ page, customer }, use) => {
    await keepSession(page, customer);
    await use(page);
  },
  tolerated: [[], { option: true }],
  complaints: [
    async ({ page, tolerated }, use) => {
      const complaints: string[] = [];
      const refusals: Promise<boolean>[] = [];
      page.on("response", (response) => {
        if (response.status() === 503) {
          refusals.push(isOverloaded(response));
        }
      });
      page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") {
          complaints.push(`console.error: ${message.text()} ${message.location().url}`);
        }
      });
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        // Leaving a page aborts its pending requests and its event stream.
        if (reason !== "net::ERR_ABORTED") {
          complaints.push(`${request.method()} ${request.url()} failed: ${reason}`);
        }
      });
      await use(complaints);
      let excused = (await Promise.all(refusals)).filter(Boolean).length;
      const unexpected = complaints.filter((complaint) => {
        if (complaint.includes(REFUSED_WHEN_BUSY) && excused > 0) {
          excused -= 1;
          return false;
        }
        return !tolerated.some((pattern) => pattern.test(complaint));
      });
      expect(unexpected, "the browser's complaints").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Returns whether a response has the code `overloaded`. Once the page that requested it is gone,
 * its body cannot be read, or never arrives; then the wait that the server asks for decides.
 */
async function isOverloaded(response: Response): Promise<boolean> {
  const unread = Symbol("the page is gone");
  const body: unknown = await Promise.race([
    response.json().catch(() => unread),
    setTimeout(BODY_MS_MAX, unread, { ref: false }),
  ]);
  if (body === unread) {
    return OVERLOADED_RETRY_AFTER.includes(response.headers()["retry-after"] ?? "");
  }
  return typeof body === "object" && body !== null && "code" in body && body.code === "overloaded";
}

/** Stores a session where the console does, but only once, so that signing out can remove it. */
async function keepSession(page: Page, customer: Customer): Promise<void> {
  await page.addInitScript((entries) => {
    // The console's own storage, not that of a frame inside it.
    if (window === window.top && sessionStorage.getItem("e2e-session-kept") === null) {
      sessionStorage.setItem("e2e-session-kept", "yes");
      for (const [key, value] of Object.entries(entries)) {
        localStorage.setItem(key, value);
      }
    }
  }, customer.stored);
}

/** Returns the address of the server under test. */
export function serverOrigin(): string {
  const { TESSERA_ORIGIN } = process.env;
  if (TESSERA_ORIGIN === undefined) {
    throw new Error("TESSERA_ORIGIN is not set: run the tests with e2e/playwright.config.ts.");
  }
  return TESSERA_ORIGIN;
}
