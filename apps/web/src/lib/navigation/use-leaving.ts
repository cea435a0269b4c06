import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isBackTaken } from "./use-back-closes.ts";

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Location of an editor: a page, and the search parameter that identifies the edited object. */
interface Editor {
  readonly to: "/risk-strategies" | "/system/announcements";
  readonly param: string;
}

function editedAt({ pathname, search }: Place, param: string): string {
  return `${pathname} ${new URLSearchParams(search).get(param) ?? ""}`;
}

/** A navigation that waits for the user's decision. */
export interface LeavingQuestion {
  readonly stay: () => void;
  readonly go: () => void;
}

/**
 * Asks for confirmation before the user leaves an editor with changes; `leave` leaves without
 * asking. The router's hook is not used, because its code would load with every first page.
 */
export function useLeaving(
  isChanged: boolean,
  { to, param }: Editor,
): {
  readonly question: LeavingQuestion | undefined;
  readonly leave: () => void;
} {
  const router = useRouter();
  const navigate = useNavigate();
  const leaves = useRef(false);
  const [question, setQuestion] = useState<LeavingQuestion>();
  useEffect(() => {
    if (!isChanged) {
      return undefined;
    }
    return router.history.block({
      enableBeforeUnload: () => !leaves.current,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (action === "BACK" && isBackTaken()) {
          return false;
        }
        // Without a session, nothing could be saved anyway.
        const isFree = leaves.current || nextLocation.pathname === "/login";
        if (isFree || editedAt(currentLocation, param) === editedAt(nextLocation, param)) {
          return false;
        }
        if (action === "BACK") {
          // Blocks immediately, so that the page stays while the question is open.
          setQuestion({
            stay: () => setQuestion(undefined),
            go: () => {
              setQuestion(undefined);
              leaves.current = true;
              router.history.back({ ignoreBlocker: true });
            },
          });
          return true;
        }
        return new Promise<boolean>((settle) => {
          const answer = (stays: boolean) => () => {
            setQuestion(undefined);
            settle(stays);
          };
          setQuestion({ stay: answer(true), go: answer(false) });
        });
      },
    });
  }, [isChanged, router, param]);
  const leave = () => {
    leaves.current = true;
    if (router.state.location.state.openedHere === true) {
      // A sheet that is closing must not block this navigation.
      router.history.back({ ignoreBlocker: true });
    } else {
      void navigate({ to, search: {}, replace: true });
    }
  };
  return { question, leave };
}
