import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    /** There once `expectAccessible` has looked at the page. */
    axe?: typeof axe;
  }
}

/** Waits until nothing on the page moves or fades; what turns for ever, as a spinner does, may. */
export async function untilStill(page: Page): Promise<void> {
  // Asked from here: the page's own waiting takes the promise of an answer for an answer.
  // It has waited for what moves already: there is nothing to wait for between two looks.
  const asked = { message: "what moves", intervals: [0] };
  await expect.poll(() => page.evaluate(whatMoves), asked).toEqual([]);
}

/** What moves within three frames, once it has come to its end. */
async function whatMoves(): Promise<string[]> {
  // What is out of sight takes on a changed colour only when somebody asks for it.
  for (const element of document.querySelectorAll("body *")) {
    getComputedStyle(element).color;
  }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What has just been asked to leave begins to fade a frame or two later.
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

/** What axe holds of colours: the only of its rules that a theme can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Holds that nothing on the page is in the way of assistive technology, once it is still.
 *
 * @param judged all that axe knows, or what differs from theme to theme
 */
export async function expectAccessible(
  page: Page,
  judged: "all" | "colours" = "all",
): Promise<void> {
  // A page without its main part has not come yet.
  await expect(page.locator("main").first()).toBeAttached();
  await untilStill(page);
  // All of a journey is looked at, so that one report names everything.
  expect.soft(await accessibilityFaults(page, judged), `axe on ${page.url()}`).toEqual([]);
}

/** What axe finds on the page as it stands: each fault as its rule, where it is, and why. */
export async function accessibilityFaults(
  page: Page,
  judged: "all" | "colours",
): Promise<readonly string[]> {
  // Read once a document, which a change of language or theme leaves standing.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(
    async (rules) => {
      if (window.axe === undefined) {
        throw new Error("The page has no axe.");
      }
      const { violations } = await window.axe.run({
        // Of what is right, nothing is asked: to name each such element costs axe half of its time.
        resultTypes: ["violations"],
        ...(rules !== undefined && { runOnly: { type: "rule", values: rules } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
    },
    judged === "colours" ? COLOUR_RULES : undefined,
  );
}

/** Holds that the page is no wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await pageOverhang(page), `what ${page.url()} is too wide by`).toBe(0);
}

/** By how many pixels the page is wider than the screen. */
export function pageOverhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth - clientWidth, 0);
  });
}
