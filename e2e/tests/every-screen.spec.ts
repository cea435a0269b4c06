import type { Page } from "@playwright/test";
import { type Screen, screens } from "../../scripts/screen-list.ts";
import { type SignIn, signInAsDemoCustomer, signInAsNewcomer } from "../../scripts/sign-in.ts";
import { expect, serverOrigin, test } from "../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../src/look-around.ts";
import { brokenAmounts, untranslatedTexts } from "../src/screen-faults.ts";
import { englishTextsOf, LOCALES, type Locale } from "../src/words.ts";

/**
 * Every route as each of its readers finds it: in three languages and two themes on a phone, and
 * in light English on a small phone and on a desk.
 */

const PHONE = { width: 390, height: 844 };
const ROUTES = screens.filter(({ arrange }) => arrange === undefined);

interface Look {
  readonly locale: Locale;
  readonly theme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

const LOOKS: readonly Look[] = [
  ...LOCALES.flatMap((locale) =>
    (["light", "dark"] as const).map((theme) => ({ locale, theme, viewport: PHONE })),
  ),
  { locale: "en", theme: "light", viewport: { width: 360, height: 740 } },
  { locale: "en", theme: "light", viewport: { width: 1280, height: 900 } },
];

let people: Promise<Record<Screen["access"], SignIn>> | undefined;

/** Nobody, the demo customer, and one who has just registered: once for each worker. */
async function signInAll(): Promise<Record<Screen["access"], SignIn>> {
  const customer = await signInAsDemoCustomer(serverOrigin());
  const newcomer = await signInAsNewcomer(serverOrigin(), customer);
  return { public: { ...customer, stored: {} }, customer, newcomer };
}

for (const look of LOOKS) {
  const { locale, theme, viewport } = look;
  test.describe(`${locale}, ${theme}, ${viewport.width} px wide`, () => {
    // A screen that says why something failed was asked to.
    test.use({ viewport, reducedMotion: "reduce", tolerated: [/status of 40[04]/] });

    test("every screen is whole", async ({ page }) => {
      test.setTimeout(300_000);
      people ??= signInAll();
      const signIns = await people;
      await page.route("**/blank", (route) =>
        route.fulfill({ contentType: "text/html", body: "" }),
      );
      for (const screen of ROUTES) {
        await test.step(screen.name, () => lookAt(page, screen, signIns[screen.access], look));
      }
    });
  });
}

async function lookAt(page: Page, screen: Screen, signIn: SignIn, look: Look): Promise<void> {
  await page.goto("/blank");
  await page.evaluate(
    (kept) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(kept)) {
        localStorage.setItem(key, value);
      }
    },
    { ...signIn.stored, "tessera-theme": look.theme, "tessera-locale": look.locale },
  );
  await page.goto(screen.path(signIn));
  await expect(page.locator("main, h1").first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("lang", look.locale);
  await expectNoSidewaysScroll(page);
  expect.soft(await brokenAmounts(page), `broken amounts of ${screen.name}`).toEqual([]);
  const english = await untranslatedTexts(page, englishTextsOf(look.locale));
  expect.soft(english, `untranslated in ${screen.name}`).toEqual([]);
  await expectAccessible(page);
}
