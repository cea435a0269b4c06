import type { Locator, Page } from "@playwright/test";

/** Finds the open sheet or dialog, ignoring any that is still closing. */
export function openSheet(page: Page): Locator {
  return page.locator('[role="dialog"]:not([data-closed])');
}
