import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useStore } from "../../lib/session/store.ts";
import { webFontStore } from "../style/web-font.ts";

/** Text widths, which are tried first, and then font sizes. */
const STRETCH_STEPS = ["100%", "95%", "90%", "85%", "80%"] as const;
const SIZE_STEPS = ["1em", "0.9em", "0.8em", "0.7em", "0.6em"] as const;

interface FitTextProps {
  /** The text to measure. It is fitted again whenever it changes. */
  readonly text: string;
  readonly children: ReactNode;
}

function fit(element: HTMLElement): void {
  const room =
    element.parentElement?.closest<HTMLElement>("[data-fit-room]") ?? element.parentElement;
  if (room === null) {
    return;
  }
  const fits = () => element.scrollWidth <= room.clientWidth + 0.5;
  element.style.fontSize = "";
  for (const stretch of STRETCH_STEPS) {
    element.style.fontStretch = stretch;
    if (fits()) {
      return;
    }
  }
  for (const size of SIZE_STEPS) {
    element.style.fontSize = size;
    if (fits()) {
      return;
    }
  }
}

/**
 * Renders text that narrows to as little as 80% and then shrinks until it fits the nearest ancestor
 * marked `data-fit-room` (or its parent). Measures only when the text, the available space or the
 * font changes.
 */
export function FitText({ text, children }: FitTextProps) {
  const ref = useRef<HTMLSpanElement>(null);
  // On a first visit, the web font arrives after the text, and the fallback font cannot be
  // narrowed.
  const inWebFont = useStore(webFontStore);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text or font is fitted again
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) {
      return;
    }
    const refit = () => fit(element);
    refit();
    const room = element.closest<HTMLElement>("[data-fit-room]");
    if (room === null || typeof ResizeObserver === "undefined") {
      return;
    }
    const observer = new ResizeObserver(refit);
    observer.observe(room);
    return () => observer.disconnect();
  }, [text, inWebFont]);

  return (
    <span ref={ref} className="inline-block">
      {children}
    </span>
  );
}
