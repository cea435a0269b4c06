import type { Locator, Page } from "@playwright/test";
import type { Say } from "../../e2e/src/words.ts";
import type { SignIn } from "../sign-in.ts";

/** Brings a page to a state by operating its controls, in the language of `say`. */
export type Arrange = (page: Page, signIn: SignIn, say: Say) => Promise<void>;

export interface Screen {
  /** The name of the screenshot. */
  readonly name: string;
  /**
   * Who views the screen: a visitor who is not signed in, the demo customer, a newly registered
   * customer, or an operator.
   */
  readonly access: "public" | "customer" | "newcomer" | "operator";
  readonly path: (signIn: SignIn) => string;
  /** Absent if the screenshot shows the route as it opens. */
  readonly arrange?: Arrange;
  /** Removes what `arrange` created, so that the next screenshot can create it again. */
  readonly restore?: Arrange;
  /** True if the screenshot shows placeholders, which otherwise delay it. */
  readonly isLoading?: boolean;
}

/** Returns a function that describes the screens of one type of user. */
export const screenOf =
  (access: Screen["access"]) =>
  (name: string, path: string | Screen["path"], arrange?: Arrange, restore?: Arrange): Screen => ({
    name,
    access,
    path: typeof path === "string" ? () => path : path,
    ...(arrange !== undefined && { arrange }),
    ...(restore !== undefined && { restore }),
  });

/** Returns a pattern for an accessible name that begins with a text and may go on. */
function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
}

/**
 * Finds the first button with a name. If `^` comes before the name, the button's own name may go
 * on, as that of a row which also shows a value.
 */
function button(page: Page, name: string, say: Say): Locator {
  const [isStart, text] = name.startsWith("^") ? [true, say(name.slice(1))] : [false, say(name)];
  const locator = isStart
    ? page.getByRole("button", { name: startingWith(text) })
    : page.getByRole("button", { name: text, exact: true });
  return locator.first();
}

/** Presses buttons one after the other, by their English names. */
export const press =
  (...names: readonly string[]): Arrange =>
  async (page, _signIn, say) => {
    for (const name of names) {
      await button(page, name, say).click();
    }
  };

/** Presses buttons one after the other; the last one opens a sheet or a dialog. */
export const opened =
  (...names: readonly string[]): Arrange =>
  async (page, signIn, say) => {
    await press(...names)(page, signIn, say);
    await page.locator("[role=dialog], [role=alertdialog]").last().waitFor();
  };

/** Clicks the first link or button that matches, then presses buttons. */
export const through =
  (selector: string, ...names: readonly string[]): Arrange =>
  async (page, signIn, say) => {
    await page.locator(selector).first().click();
    await (names.length > 0 ? opened(...names)(page, signIn, say) : undefined);
  };

/** Reloads the page while the server answers requests to a path with an error. */
export const failing =
  (path: string | RegExp): Arrange =>
  async (page, _signIn, say) => {
    await page.route(path, (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.reload();
    await button(page, "Try again", say).waitFor();
  };

/** Describes a screen while the server does not answer requests to a path. */
export function waiting(screen: Screen, path: string): Screen {
  return {
    ...screen,
    isLoading: true,
    arrange: async (page) => {
      await page.route(path, () => undefined);
      await page.reload();
      await page.locator("[data-skeleton]").first().waitFor();
    },
  };
}

/** Reloads the page while the server's responses at a path are changed. */
export async function answering(
  page: Page,
  path: string | RegExp,
  changed: (answer: unknown) => unknown,
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
  await page.reload();
}
