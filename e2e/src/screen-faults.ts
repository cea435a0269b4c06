import type { Page } from "@playwright/test";

/** Returns the texts on the page that are in `foreign`. */
export function untranslatedTexts(page: Page, foreign: readonly string[]): Promise<string[]> {
  return page.evaluate((texts) => {
    const wanted = new Set(texts);
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap(({ childNodes }) => [...childNodes])
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent?.trim() ?? "")
      .filter((text) => wanted.has(text));
  }, foreign);
}

/** Returns the amounts on the page that are cut off or extend past the screen. */
export function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const amount = /[$¥€]\s?\d/;

    function ownText({ childNodes }: Element): string {
      return [...childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent)
        .join("");
    }

    function upwards(element: Element | null): Element[] {
      return element === null ? [] : [element, ...upwards(element.parentElement)];
    }

    function isCut(element: Element): boolean {
      const isTooWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
      return isTooWide && getComputedStyle(element).textOverflow === "ellipsis";
    }

    /**
     * Returns whether an element scrolls horizontally. If it does, its content may extend past the
     * screen.
     */
    function scrolls(element: Element): boolean {
      return ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    }

    function leavesScreen(element: Element): boolean {
      const { left, right } = element.getBoundingClientRect();
      return (left < -1 || right > innerWidth + 1) && !upwards(element).some(scrolls);
    }

    return [...document.querySelectorAll("body *:not(.sr-only, .sr-only *)")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => amount.test(ownText(element)))
      .filter((element) => leavesScreen(element) || upwards(element).some(isCut))
      .map(ownText);
  });
}
