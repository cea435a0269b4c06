import type { Page } from "@playwright/test";

/** Minimum size of a touch target in each direction, in CSS pixels. */
const TARGET_PX_MIN = 44;
const FADE_MS_MAX = 300;

/**
 * Returns the controls on the page that are too small to press, by name and size. The size is
 * probed from the middle outward: padding, a label and a larger overlay count as part of the
 * target, but an overlapping neighbor does not. Links within a sentence may be as small as its
 * text.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minPx) => {
    const PRESSED =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], " +
      "[role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=menuitem]";

    function isInSentence(element: Element): boolean {
      const hasTextNextToIt = [...(element.parentElement?.childNodes ?? [])].some(
        ({ nodeType, textContent }) =>
          nodeType === Node.TEXT_NODE && (textContent ?? "").trim() !== "",
      );
      return hasTextNextToIt && getComputedStyle(element).display.startsWith("inline");
    }

    function labelOf(element: Element): Element | null {
      const labels = element instanceof HTMLInputElement ? element.labels : null;
      return labels?.[0] ?? element.closest("label");
    }

    function isHit(element: Element, x: number, y: number): boolean {
      const found = document.elementFromPoint(x, y);
      return (
        found !== null && (element.contains(found) || labelOf(element)?.contains(found) === true)
      );
    }

    /** Returns how far the element's hit area extends in one direction from a point. */
    function reach(element: Element, x: number, y: number, dx: number, dy: number): number {
      for (let px = 1; px <= minPx; px += 0.5) {
        if (!isHit(element, x + dx * px, y + dy * px)) {
          return px - 0.5;
        }
      }
      return minPx;
    }

    function sizeOf(element: Element): readonly [number, number] | undefined {
      const own = element.getBoundingClientRect();
      const shown = own.width > 2 && own.height > 2 ? element : labelOf(element);
      if (shown === null) {
        return undefined;
      }
      shown.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = shown.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return isHit(element, x, y)
        ? [
            reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0),
            reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1),
          ]
        : [0, 0];
    }

    return [...document.querySelectorAll(PRESSED)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest("[inert], [aria-hidden=true], :disabled") === null)
      .filter((element) => !isInSentence(element))
      .flatMap((element) => {
        const size = sizeOf(element);
        const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
        // Each side is measured in half-pixel steps, so the two sides together may be off by a full
        // pixel.
        return size === undefined || Math.min(...size) >= minPx - 1
          ? []
          : [`${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${size.join(" x ")}`];
      });
  }, TARGET_PX_MIN);
}

/**
 * Returns the texts on the page that are partly hidden and cannot be scrolled into view. A line in
 * a row that links to the full text (`data-preview`) may be truncated.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }

    function upwards(element: Element | null): Element[] {
      return element === null ? [] : [element, ...upwards(element.parentElement)];
    }

    function isHeldSideways(text: Box, frame: Box): boolean {
      return text.left >= frame.left - 1.5 && text.right <= frame.right + 1.5;
    }

    /**
     * Returns whether the text fits in the frame vertically, allowing for a line box that is taller
     * than its letters.
     */
    function isHeldUpwards(text: Box, frame: Box): boolean {
      const slack = 1.5 + (text.bottom - text.top) * 0.2;
      return text.top >= frame.top - slack && text.bottom <= frame.bottom + slack;
    }

    function isCut(text: Box, start: Element): boolean {
      let [sideways, upright] = [false, false];
      for (const element of upwards(start)) {
        const { overflowX, overflowY, position } = getComputedStyle(element);
        const frame = element.getBoundingClientRect();
        const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
        if (clips(overflowX) && !sideways && !isHeldSideways(text, frame)) {
          return true;
        }
        if (clips(overflowY) && !upright && !isHeldUpwards(text, frame)) {
          return true;
        }
        sideways ||= ["auto", "scroll"].includes(overflowX);
        upright ||= ["auto", "scroll"].includes(overflowY);
        if (position === "fixed") {
          break;
        }
      }
      return !sideways && (text.left < -1.5 || text.right > innerWidth + 1.5);
    }

    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (
        text !== "" &&
        element?.checkVisibility({ visibilityProperty: true }) &&
        element.closest(".sr-only, svg, script, style, [data-preview]") === null
      ) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (rects.some((rect) => isCut(rect, element))) {
          found.push(text);
        }
      }
    }
    return found;
  });
}

/**
 * Returns what moves on the page or takes too long to change. A short fade in place is allowed,
 * including the delay before a skeleton appears.
 */
export async function movingThings(page: Page): Promise<string[]> {
  await tellMotion(page);
  return page.evaluate(() => (window as MotionWindow).movingNow?.() ?? []);
}

/**
 * Starts watching the page frame by frame.
 *
 * @returns a function that stops watching and returns everything that moved in any frame
 */
export async function startWatchingMotion(page: Page): Promise<() => Promise<string[]>> {
  await tellMotion(page);
  await page.evaluate(() => {
    const own = window as MotionWindow;
    const moved = new Set<string>();
    own.moved = moved;
    const look = () => {
      for (const name of own.movingNow?.() ?? []) {
        moved.add(name);
      }
      if (own.moved === moved) {
        requestAnimationFrame(look);
      }
    };
    look();
  });
  return () =>
    page.evaluate(() => {
      const { moved } = window as MotionWindow;
      delete (window as MotionWindow).moved;
      return [...(moved ?? [])];
    });
}

interface MotionWindow extends Window {
  movingNow?: () => string[];
  moved?: Set<string>;
}

function tellMotion(page: Page): Promise<void> {
  return page.evaluate((longestMs) => {
    function isMoving({ effect }: Animation): boolean {
      const { endTime = 0 } = effect?.getComputedTiming() ?? {};
      const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
      return (
        Number(endTime) > longestMs ||
        keyframes.some((frame) =>
          ["transform", "translate", "rotate", "scale"].some((property) => property in frame),
        )
      );
    }

    (window as MotionWindow).movingNow = () =>
      document
        .getAnimations()
        .filter(isMoving)
        .map(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          return `${target?.tagName.toLowerCase()}.${target?.getAttribute("class")}`;
        });
  }, FADE_MS_MAX);
}
