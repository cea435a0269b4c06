import { type ReactNode, useEffect, useRef, useState } from "react";

/** Distance from the visible area at which rendering starts. */
const MARGIN = "96px";

interface WhenNearProps {
  /** A placeholder with the same height as the part. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Renders a part of a page, and loads its data, only when the user scrolls near it. */
export function WhenNear({ waiting, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (near || place.current === null) {
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place}>{waiting}</div>;
}
