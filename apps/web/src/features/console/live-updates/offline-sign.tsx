import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { PageSign } from "./page-sign.tsx";

function followNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Returns true while the browser is offline. */
export function useOffline(): boolean {
  return !useSyncExternalStore(followNetwork, () => navigator.onLine);
}

/**
 * Renders a notice while there is no network. Its code loads with the first page, because nothing
 * can be loaded without a network.
 */
export function OfflineSign() {
  return (
    useOffline() && (
      <PageSign icon={CloudOff} iconClass="flex-none">
        <Trans>You’re offline. This page may be out of date.</Trans>
      </PageSign>
    )
  );
}
