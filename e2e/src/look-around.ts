import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds that nothing on the page is in the way of assistive technology. */
export async function expectAccessible(page: Page): Promise<void> {
  // There are no frames here, and without them axe need not open a page of its own each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
  // All of a journey is looked at, so that one report names everything.
  expect.soft(found, `axe on ${page.url()}`).toEqual([]);
}

/** Holds that the page is no wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, `the width of ${page.url()}`).toBeLessThanOrEqual(clientWidth);
}
