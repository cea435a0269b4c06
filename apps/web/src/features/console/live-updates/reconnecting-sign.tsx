import { Trans } from "@lingui/react/macro";
import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useOffline } from "./offline-sign.tsx";
import { PageSign } from "./page-sign.tsx";

/** A shorter loss of the connection is not announced. */
const ANNOUNCED_AFTER_MS = 8_000;

/** Returns whether the connection has been lost for long by now. */
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
 * Says that the stream of events is being opened again, where there is a network: without one, the
 * page says so already.
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
