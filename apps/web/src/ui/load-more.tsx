import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { SkeletonRows } from "./skeleton.tsx";

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** The next page could not be loaded. */
  readonly failed: boolean;
  readonly onMore: () => void;
}

/** How far below the screen the next page is asked for. */
const AHEAD = "600px";

/** The end of a long list: asks for more when it comes near, says when that fails, and ends. */
export function LoadMore({ hasMore, loading, failed, onMore }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const waits = hasMore && !loading && !failed;

  useEffect(() => {
    if (!waits || mark.current === null || typeof IntersectionObserver === "undefined") {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          more.current();
        }
      },
      { rootMargin: AHEAD },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [waits]);

  if (failed) {
    return (
      <div role="alert" className="flex min-h-16 items-center justify-between gap-4 text-ink-2">
        <Trans>The next page didn’t load.</Trans>
        <Button size="md" onClick={onMore}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    );
  }
  if (loading) {
    return <SkeletonRows count={1} />;
  }
  return (
    <div ref={mark} className="py-5 text-center text-small text-ink-3">
      {!hasMore && <Trans>That’s everything</Trans>}
    </div>
  );
}
