import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** Open layers that Back closes, lowest first. */
const pile: object[] = [];

/** Returns whether the next press of Back closes a layer instead of leaving the page. */
export function isBackTaken(): boolean {
  return pile.length > 0;
}

/**
 * Lets the Back button close a sheet or a dialog, as in any app, instead of leaving the page below
 * it. Only the topmost layer closes. A jump over several history entries leaves the page, as
 * intended. Browsers do not let a page intervene when Back leaves the site from its first page.
 *
 * @param open whether the layer is open; always false for a layer that adds a history entry when it
 * opens
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
