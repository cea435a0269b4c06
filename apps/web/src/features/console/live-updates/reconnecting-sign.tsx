import { Trans } from "@lingui/react/macro";
import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useOffline } from "./offline-sign.tsx";
import { PageSign } from "./page-sign.tsx";

/** How long a connection may be lost before a notice appears, in milliseconds. */
const ANNOUNCED_AFTER_MS = 8_000;

/** Returns true if the connection has been lost for longer than {@link ANNOUNCED_AFTER_MS}. */
function useLongLost(lost: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lost) {
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), ANNOUNCED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lost]);
  return lost && late;
}

/**
 * Renders a notice that the event stream is reconnecting. Hidden while offline, because a separate
 * notice covers that.
 */
export function ReconnectingSign({ lost }: { readonly lost: boolean }) {
  const offline = useOffline();
  const longLost = useLongLost(lost);
  return (
    longLost &&
    !offline && (
      <PageSign icon={LoaderCircle} iconClass="spinning flex-none motion-reduce:hidden">
        <Trans>Reconnecting…</Trans>
      </PageSign>
    )
  );
}
