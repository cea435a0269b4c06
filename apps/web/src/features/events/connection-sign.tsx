import { Trans } from "@lingui/react/macro";
import { CloudOff, LoaderCircle } from "lucide-react";
import { type CSSProperties, useEffect, useState, useSyncExternalStore } from "react";
import { useSomethingOpen } from "../../ui/open-layers.ts";

/** A connection that is lost for less is not worth a word. */
const WORTH_SAYING_MS = 8_000;

function followOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether it has been lost for long by now. */
function useLongLost(lost: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lost) {
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), WORTH_SAYING_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lost]);
  return lost && late;
}

/** In the room that every sheet leaves above it: below, it would lie on the sheet's last line. */
const ABOVE_A_SHEET: CSSProperties = {
  position: "fixed",
  top: "max(8px, env(safe-area-inset-top))",
};

/**
 * A quiet line at the bottom, for as long as the page cannot be kept up to date; at the top while a
 * sheet is open.
 */
export function ConnectionSign({ lost }: { readonly lost: boolean }) {
  const offline = !useSyncExternalStore(followOnline, () => navigator.onLine);
  const longLost = useLongLost(lost);
  const covered = useSomethingOpen();
  if (!offline && !longLost) {
    return null;
  }
  const Icon = offline ? CloudOff : LoaderCircle;
  return (
    <div
      style={covered ? ABOVE_A_SHEET : undefined}
      className="hairline flex min-h-9 max-w-md animate-[appear_220ms] items-center gap-2 rounded-small bg-surface px-3 py-1.5 text-small text-ink-2"
    >
      <Icon
        aria-hidden="true"
        size={16}
        strokeWidth={2}
        className={offline ? "flex-none" : "spinning flex-none motion-reduce:hidden"}
      />
      {offline ? (
        <Trans>You’re offline. What you see may be out of date.</Trans>
      ) : (
        <Trans>Reconnecting…</Trans>
      )}
    </div>
  );
}
