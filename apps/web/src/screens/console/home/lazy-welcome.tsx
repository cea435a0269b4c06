import { useState } from "react";
import {
  endWelcome,
  hasWelcomeEnded,
} from "../../../features/console/first-steps/welcome-memory.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import type { WelcomeProps } from "./welcome.tsx";

/** Below the first view and for newcomers only: nobody waits for it. */
const Checklist = lazyPart(async () => {
  await untilIdle();
  return (await import("./welcome.tsx")).Checklist;
}, null);

/** First steps on home, for who has not taken them all nor put them away. */
export function Welcome(props: WelcomeProps) {
  const username = useSession().user?.username;
  const [ended, setEnded] = useState(() => username === undefined || hasWelcomeEnded(username));
  const end = () => {
    if (username !== undefined) {
      endWelcome(username);
    }
    setEnded(true);
  };
  return ended ? null : <Checklist {...props} onEnd={end} />;
}
