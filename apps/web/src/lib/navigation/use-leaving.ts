import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isBackTaken } from "./use-back-closes.ts";

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** What is edited, by its address: a page, and what a parameter of its search names. */
interface Editor {
  readonly to: "/risk-strategies" | "/system/announcements";
  readonly param: string;
}

function editedAt({ pathname, search }: Place, param: string): string {
  return `${pathname} ${new URLSearchParams(search).get(param) ?? ""}`;
}

/** A way out that waits for the reader's word. */
export interface LeavingQuestion {
  readonly stay: () => void;
  readonly go: () => void;
}

/**
 * Asks before the editor is left with changes in it; `leave` is how it goes without asking. The
 * router's own hook for it would come with every first page.
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
        // Whoever has no session any more cannot save either.
        const isFree = leaves.current || nextLocation.pathname === "/login";
        if (isFree || editedAt(currentLocation, param) === editedAt(nextLocation, param)) {
          return false;
        }
        if (action === "BACK") {
          // Refused at once, so that the page stands where it stood while the question does.
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
      // Not held up by a sheet that is closing.
      router.history.back({ ignoreBlocker: true });
    } else {
      void navigate({ to, search: {}, replace: true });
    }
  };
  return { question, leave };
}
