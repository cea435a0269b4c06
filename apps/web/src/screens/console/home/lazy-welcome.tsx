import { useState } from "react";
import {
  endWelcome,
  hasWelcomeEnded,
} from "../../../features/console/first-steps/welcome-memory.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import type { WelcomeProps } from "./welcome.tsx";

/** Loads late, because it is below the fold and only for new customers. */
const Checklist = lazyPart(async () => {
  await untilIdle();
  return (await import("./welcome.tsx")).Checklist;
}, null);

/** Renders the first steps on the home page unless they were finished or dismissed. */
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
