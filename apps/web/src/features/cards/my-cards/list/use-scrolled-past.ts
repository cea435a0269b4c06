import { type RefObject, useEffect, useState } from "react";

/** Height of the top bar that covers scrolled content, in pixels. */
const BAR_PX = 56;

/** Returns true once an element has scrolled out of view under the top bar. */
export function useScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === "undefined") {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry !== undefined) {
          setPast(!entry.isIntersecting && entry.boundingClientRect.top < BAR_PX);
        }
      },
      { rootMargin: `-${BAR_PX}px 0px 0px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return past;
}
