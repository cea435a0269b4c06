import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    /** Defined after `expectAccessible` has run on the page. */
    axe?: typeof axe;
  }
}

/** Waits until nothing on the page moves or fades, except for endless motion such as a spinner. */
export async function untilStill(page: Page): Promise<void> {
  // Polled from here, because polling inside the page would treat a promise as a result. Each call
  // already waits for motion to end, so no pause is needed between checks.
  const asked = { message: "what moves", intervals: [0] };
  await expect.poll(() => page.evaluate(whatMoves), asked).toEqual([]);
}

/** Returns what moves within three frames, once that motion has ended. */
async function whatMoves(): Promise<string[]> {
  // Elements that are out of view take on a changed color only when the color is read.
  for (const element of document.querySelectorAll("body *")) {
    getComputedStyle(element).color;
  }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Something that was just dismissed starts to fade a frame or two later.
  for (let frame = 0; frame < 3; frame++) {
    await nextFrame();
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    if (moving.length > 0) {
      const ended = moving.map(({ finished }) => finished);
      await Promise.race([
        Promise.allSettled(ended),
        new Promise((over) => setTimeout(over, 1_000)),
      ]);
      return moving.map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.outerHTML ?? "") : "",
      );
    }
  }
  return [];
}

/** axe's color rules, the only rules that a theme can violate. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Waits until the page is still, and expects it to be accessible.
 *
 * @param judged whether to check everything axe can, or only what differs between themes
 */
export async function expectAccessible(
  page: Page,
  judged: "all" | "colors" = "all",
): Promise<void> {
  // A page without a main element has not loaded yet.
  await expect(page.locator("main").first()).toBeAttached();
  await untilStill(page);
  let faults = await accessibilityFaults(page, judged);
  if (faults.length > 0) {
    // A button that a response enables while axe runs has neither of its two colors. A fault of the
    // page is still there when nothing fades.
    await untilStill(page);
    faults = await accessibilityFaults(page, judged);
  }
  // A soft check, so that one report lists the findings on every page of a journey.
  expect.soft(faults, `axe on ${page.url()}`).toEqual([]);
}

/** Returns axe's findings on the page: each violation with its rule, element and reason. */
export async function accessibilityFaults(
  page: Page,
  judged: "all" | "colors",
): Promise<readonly string[]> {
  // Loaded once per document. Changing the language or theme does not replace the document.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(
    async (rules) => {
      if (window.axe === undefined) {
        throw new Error("The page has no axe.");
      }
      const { violations } = await window.axe.run({
        // Passed checks are not reported, because naming each element accounts for half of axe's
        // time.
        resultTypes: ["violations"],
        ...(rules !== undefined && { runOnly: { type: "rule", values: rules } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
    },
    judged === "colors" ? COLOR_RULES : undefined,
  );
}

/** Expects the page to be no wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await pageOverhang(page), `what ${page.url()} is too wide by`).toBe(0);
}

/** Returns how much wider the page is than the screen, in pixels. */
export function pageOverhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth - clientWidth, 0);
  });
}
