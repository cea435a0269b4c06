import { type RefObject, useEffect, useState } from "react";

/** Height of the bar a thing scrolls under, in pixels. */
const BAR_PX = 56;

/** Whether an element has scrolled away under the top bar. */
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
