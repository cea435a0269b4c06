import type { Locator, Page } from "@playwright/test";

/** The sheet or dialog that is open. One that is still on its way out is not it. */
export function openSheet(page: Page): Locator {
  return page.locator('[role="dialog"]:not([data-closed])');
}
