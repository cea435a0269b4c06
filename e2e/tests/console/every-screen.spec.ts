import type { Page } from "@playwright/test";
import type { Screen } from "../../../scripts/screen-list.ts";
import { changeTo, comeTo, type Preferences, ROUTES } from "../../src/every-route.ts";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, pageOverhang } from "../../src/look-around.ts";
import { brokenAmounts, untranslatedTexts } from "../../src/screen-faults.ts";
import { cutTexts, movingThings, smallTargets } from "../../src/target-size.ts";
import { englishTextsOf } from "../../src/words.ts";

/**
 * Opens every route as the users who can access it: on a phone in three languages and two themes,
 * on a desktop in both themes, and on a small phone in English and the light theme. Also checks
 * target sizes, large text and reduced motion. Each route is opened once on a phone and once on a
 * desktop. The width, language and theme then change while the route is open, as when a phone is
 * unfolded or another tab changes them.
 */

interface Look extends Preferences {
  /**
   * What axe checks: either the colors of a theme, or everything that depends on the width. Neither
   * depends on the language.
   */
  readonly axe?: "all" | "colors";
  /** Whether target size, large text and motion are checked. */
  readonly reach?: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Walk {
  readonly viewport: Size;
  /** A smaller size that the first check also covers. */
  readonly smallest?: Size;
  readonly looks: readonly [Look, ...Look[]];
}

const WALKS: readonly Walk[] = [
  {
    viewport: { width: 390, height: 844 },
    smallest: { width: 360, height: 740 },
    looks: [
      { locale: "en", theme: "light", axe: "all", reach: true },
      { locale: "zh-TW", theme: "dark" },
      { locale: "zh-CN", theme: "light" },
      { locale: "zh-CN", theme: "dark", axe: "colors" },
    ],
  },
  {
    viewport: { width: 1280, height: 900 },
    looks: [
      { locale: "en", theme: "light", axe: "all" },
      { locale: "zh-TW", theme: "dark" },
    ],
  },
];

const softly = expect.configure({ soft: true });

/** Number of parts that the walk is split into, to be shared among the workers. */
const PARTS = 4;

for (const walk of WALKS) {
  const { viewport } = walk;
  test.describe(`${viewport.width} px wide`, () => {
    // Some screens explain a failure, so these tests provoke failures.
    test.use({ viewport, reducedMotion: "reduce", tolerated: [/status of 40[04]/] });

    for (let part = 0; part < PARTS; part++) {
      test(`screens: every screen is complete, part ${part + 1} of ${PARTS}`, async ({ page }) => {
        test.setTimeout(1_200_000);
        for (const screen of ROUTES.filter((_, at) => at % PARTS === part)) {
          await test.step(screen.name, () => lookAt(page, screen, walk));
        }
      });
    }
  });
}

async function lookAt(page: Page, screen: Screen, { viewport, smallest, looks }: Walk) {
  const [first, ...others] = looks;
  await page.setViewportSize(smallest ?? viewport);
  await comeTo(page, screen, first);
  if (smallest !== undefined) {
    await expectFitting(page, `${screen.name} at ${smallest.width} px`);
    await page.setViewportSize(viewport);
  }
  await expectWhole(page, screen, first);
  for (const look of others) {
    await changeTo(page, look);
    await expectWhole(page, screen, look);
  }
}

async function expectFitting(page: Page, where: string): Promise<void> {
  // Amounts adjust their size a moment after their text or their container changes.
  await expect.poll(() => pageOverhang(page), { message: `too wide: ${where}` }).toBe(0);
  const message = `broken amounts of ${where}`;
  await softly.poll(() => brokenAmounts(page), { message }).toEqual([]);
}

async function expectWhole(page: Page, screen: Screen, look: Look): Promise<void> {
  const where = `${screen.name} in ${look.locale}, ${look.theme}`;
  await expectFitting(page, where);
  // Texts in the new language appear a moment after the page declares it.
  const english = () => untranslatedTexts(page, englishTextsOf(look.locale));
  const intervals = [20, 50, 100, 250];
  await softly.poll(english, { message: `untranslated in ${where}`, intervals }).toEqual([]);
  if (look.axe !== undefined) {
    await expectAccessible(page, look.axe);
  }
  if (look.reach === true) {
    await expectInReach(page, screen);
  }
}

async function expectInReach(page: Page, { name }: Screen): Promise<void> {
  expect.soft(await movingThings(page), `what moves in ${name}`).toEqual([]);
  expect.soft(await smallTargets(page), `too small to press in ${name}`).toEqual([]);
  const before = await enlarge(page, "200%");
  // Amounts adjust their size a moment after their container changes.
  await softly.poll(() => cutTexts(page), { message: `cut at 200 % in ${name}` }).toEqual([]);
  const amounts = `amounts at 200 % in ${name}`;
  await softly.poll(() => brokenAmounts(page), { message: amounts }).toEqual([]);
  await softly.poll(() => pageOverhang(page), { message: `wider than 390 px: ${name}` }).toBe(0);
  await enlarge(page, before);
  await softly.poll(() => brokenAmounts(page), { message: `${name} made small` }).toEqual([]);
}

/** Sets the root font size and returns the previous one. */
function enlarge(page: Page, fontSize: string): Promise<string> {
  return page.evaluate((size) => {
    const { style } = document.documentElement;
    const before = style.fontSize;
    style.fontSize = size;
    scrollTo(0, 0);
    return before;
  }, fontSize);
}
