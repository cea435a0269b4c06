import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { API_ORIGIN } from "../../../lib/api/api-client.ts";
import { liveStore } from "../../../lib/session/live-store.ts";
import { expireSession } from "../../../lib/session/session-expiry.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { useStore } from "../../../lib/session/store.ts";
import { keepLive } from "./keep-live.ts";
import { ReconnectingSign } from "./reconnecting-sign.tsx";
import { createRefreshQueue, FIGURES_SPACING_MS } from "./refresh-queue.ts";
import { EVERYTHING, FOLLOWED, FOLLOWED_FIGURES, staleFigures, staleKeys } from "./stale-keys.ts";

/** Refetches data that events report as changed, while a user is signed in. */
function useFollowedEvents(): void {
  const { token, leaving } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    if (token === null || leaving) {
      return undefined;
    }
    const refresh = createRefreshQueue(client);
    // A separate queue, so that a balance never waits for a chart.
    const refreshFigures = createRefreshQueue(client, FIGURES_SPACING_MS);
    const stop = keepLive({
      url: `${API_ORIGIN}/api/events`,
      token,
      onOpen: (fresh) => {
        liveStore.set("live");
        if (fresh) {
          // Data loaded before the stream began may be outdated by now.
          refresh(FOLLOWED);
          refreshFigures(FOLLOWED_FIGURES);
        }
      },
      onEvent: (event) => {
        refresh(staleKeys(event));
        refreshFigures(staleFigures(event));
      },
      onGap: () => refresh(EVERYTHING),
      onLost: () => liveStore.set("lost"),
      onRest: () => liveStore.set("resting"),
      onRefused: () => expireSession(token),
    });
    return () => {
      stop();
      liveStore.set("resting");
    };
  }, [token, leaving, client]);
}

/** Keeps the screen up to date, and shows a notice if the connection is lost for too long. */
export function LiveUpdates() {
  useFollowedEvents();
  const { token } = useSession();
  const lost = useStore(liveStore) === "lost";
  return token === null ? null : <ReconnectingSign lost={lost} />;
}
