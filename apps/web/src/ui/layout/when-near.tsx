import { type ReactNode, useEffect, useRef, useState } from "react";

/** Begun a little before it is scrolled to. */
const MARGIN = "96px";

interface WhenNearProps {
  /** Holds the place, as high as what will be there. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page that is drawn, and whose data is asked for, when the reader comes near it. */
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
