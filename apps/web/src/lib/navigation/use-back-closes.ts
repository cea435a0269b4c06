import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** What lies open over the page and goes by Back, lowest first. */
const pile: object[] = [];

/** Whether the next step back closes something, and leaves nothing. */
export function isBackTaken(): boolean {
  return pile.length > 0;
}

/**
 * Lets Back close a sheet or a dialog, as it does in every app, where it would otherwise leave the
 * page under it. Of several only the topmost closes. A jump over several steps of the history
 * leaves, as it was asked to. No browser asks before Back leaves the site itself, from the first
 * page that was opened.
 *
 * @param open whether it is there; never for one whose opening is itself a step of the history
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const router = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) {
      return undefined;
    }
    const layer = {};
    pile.push(layer);
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== "BACK" || pile.at(-1) !== layer) {
          return false;
        }
        close();
        return true;
      },
    });
    return () => {
      unblock();
      pile.splice(pile.indexOf(layer), 1);
    };
  }, [open, router]);
}
