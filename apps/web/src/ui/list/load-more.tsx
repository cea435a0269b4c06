import { useEffect, useRef } from "react";

const LOAD_AHEAD = "600px";

/** Loads the next page shortly before the user reaches the end. */
export function LoadMore({ onReached }: { readonly onReached: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onReached(),
      { rootMargin: LOAD_AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onReached]);
  return <div ref={ref} />;
}
