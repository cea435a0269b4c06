import type { Page } from "@playwright/test";
import { type Screen, screens } from "../../scripts/screen-list.ts";
import {
  type SignIn,
  signInAsAdministrator,
  signInAsDemoCustomer,
  signInAsNewcomer,
} from "../../scripts/sign-in.ts";
import { expect, serverOrigin } from "./fixtures.ts";
import type { Locale } from "./words.ts";

/** Every route in its initial state, before anything is pressed. */
export const ROUTES: readonly Screen[] = screens.filter(({ arrange }) => arrange === undefined);

export interface Preferences {
  readonly locale: Locale;
  readonly theme: "light" | "dark";
}

let people: Promise<Record<Screen["access"], SignIn>> | undefined;

/**
 * Signs in the users who view the routes, once per worker: a visitor, the demo customer, a new
 * customer, and an operator.
 */
function everyReader(): Promise<Record<Screen["access"], SignIn>> {
  people ??= signInAll();
  return people;
}

async function signInAll(): Promise<Record<Screen["access"], SignIn>> {
  const customer = await signInAsDemoCustomer(serverOrigin());
  const newcomer = await signInAsNewcomer(serverOrigin(), customer);
  const operator = await signInAsAdministrator(serverOrigin(), customer);
  return { public: { ...customer, stored: {} }, customer, newcomer, operator };
}

/**
 * Opens a route as a user with access to it, with nothing stored from earlier visits, and waits
 * until it has loaded.
 */
export async function comeTo(
  page: Page,
  screen: Screen,
  { locale, theme }: Preferences,
): Promise<void> {
  const readers = await everyReader();
  const signIn = readers[screen.access];
  // Set by a script that runs only for this visit. Setting it in an intercepted response would
  // disable the browser's cache, and every visit would recompile the entire console.
  const setting = await page.addInitScript(
    (kept) => {
      // The console's own storage, not that of a frame inside it.
      if (window === window.top) {
        localStorage.clear();
        for (const [key, value] of Object.entries(kept)) {
          localStorage.setItem(key, value);
        }
      }
    },
    { ...signIn.stored, "tessera-theme": theme, "tessera-locale": locale },
  );
  await page.goto(screen.path(signIn));
  await setting.dispose();
  await expect(page.locator("main, h1").first()).toBeAttached();
  await untilThere(page, { locale, theme });
}

/** Changes preferences while the page is open, as another tab in the same browser would. */
export async function changeTo(page: Page, preferences: Preferences): Promise<void> {
  await page.evaluate(
    (changed) => {
      for (const [key, newValue] of Object.entries(changed)) {
        localStorage.setItem(key, newValue);
        window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
      }
    },
    { "tessera-theme": preferences.theme, "tessera-locale": preferences.locale },
  );
  await untilThere(page, preferences);
}

async function untilThere(page: Page, { locale, theme }: Preferences): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
