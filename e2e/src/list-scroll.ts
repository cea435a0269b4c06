import type { Page } from "@playwright/test";

/** Observations made while scrolling a list of movements. */
export interface ScrollRecord {
  /** Rows, in order of appearance. */
  readonly rows: readonly string[];
  /** Day headings that have a total, in minor units, each with the row below it. */
  readonly heads: readonly { readonly row: string; readonly minor: string }[];
  /** Maximum number of elements in the document at any time. */
  readonly elementsMax: number;
  /** Places where part of the screen stayed empty after scrolling had settled. */
  readonly gaps: readonly string[];
  /** Duration of each frame, in milliseconds. */
  readonly frames: readonly number[];
}

interface ScrollOptions {
  readonly direction: "down" | "up";
  /** Stops after this many rows, or at the end of the list. */
  readonly rows: number;
}

/** Scrolls a list nearly one screen at a time, and checks the screen after each step. */
export function scrollList(page: Page, options: ScrollOptions): Promise<ScrollRecord> {
  return page.evaluate(async ({ direction, rows: wanted }) => {
    const STEP_PX = 700;
    // The next page of the list comes from a server that may be busy.
    const PATIENCE_FRAMES = 3_600;
    const RENDERED_FRAMES = 600;
    const rows = new Map<string, number>();
    const heads = new Map<string, string>();
    const gaps: string[] = [];
    const frames: number[] = [];
    let elementsMax = 0;

    const frame = () =>
      new Promise<void>((resolve) => {
        const from = performance.now();
        requestAnimationFrame(() => {
          frames.push(performance.now() - from);
          resolve();
        });
      });

    /**
     * Returns where there is a gap between rows, from the filters to the bottom of the screen;
     * undefined if there is none.
     */
    function gap(): string | undefined {
      const top = document.querySelector("main > .sticky")?.getBoundingClientRect().bottom ?? 0;
      // A short list is rendered completely, without placeholders for its rows.
      const lines = document.querySelectorAll("[data-index]");
      const all = lines.length > 0 ? lines : document.querySelectorAll("[data-movement], main h2");
      const boxes = [...all]
        .map((line) => line.getBoundingClientRect())
        .sort((a, b) => a.top - b.top);
      const atEnd =
        window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 200;
      let covered = boxes[0]?.top ?? 0;
      if (covered > top + 1 && window.scrollY > 300) {
        return `nothing before ${covered}`;
      }
      for (const box of boxes) {
        if (Math.abs(box.top - covered) > 1) {
          return `between ${covered} and ${box.top}`;
        }
        covered = box.bottom;
      }
      return covered < window.innerHeight && !atEnd ? `nothing after ${covered}` : undefined;
    }

    function look(): void {
      elementsMax = Math.max(elementsMax, document.querySelectorAll("*").length);
      const lines = [...document.querySelectorAll<HTMLElement>("[data-index]")].sort(
        (a, b) => Number(a.dataset.index) - Number(b.dataset.index),
      );
      for (const [place, line] of lines.entries()) {
        const id = line.querySelector<HTMLElement>("[data-movement]")?.dataset.movement;
        // The total as displayed. Next to it is the same text for screen readers.
        const total = line.querySelector("h2 > span + span [aria-hidden]")?.textContent;
        const below = lines[place + 1]?.querySelector<HTMLElement>("[data-movement]");
        if (id !== undefined) {
          rows.set(id, Number(line.dataset.index));
        } else if (total && below?.dataset.movement !== undefined) {
          heads.set(below.dataset.movement, total.replace(/\D/g, ""));
        }
      }
    }

    /** Waits for rows that are being rendered or loaded. */
    async function settled(): Promise<void> {
      let found = gap();
      for (let waited = 0; found !== undefined && waited < RENDERED_FRAMES; waited += 1) {
        await frame();
        found = gap();
      }
      if (found !== undefined) {
        gaps.push(`${Math.round(window.scrollY)}: ${found}`);
      }
    }

    await settled();
    look();
    let still = 0;
    while (rows.size < wanted && still < PATIENCE_FRAMES) {
      const before = window.scrollY;
      window.scrollBy({ top: direction === "down" ? STEP_PX : -STEP_PX, behavior: "instant" });
      await frame();
      still = window.scrollY === before ? still + 1 : 0;
      if (still === 0) {
        await settled();
        look();
      } else if (direction === "up") {
        break;
      }
    }
    const inOrder = [...rows].sort(([, a], [, b]) => a - b).map(([id]) => id);
    return {
      rows: inOrder,
      heads: [...heads].map(([row, minor]) => ({ row, minor })),
      elementsMax,
      gaps,
      frames,
    };
  }, options);
}

/** Returns the heap size of the page's scripts, in bytes, after garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}
