import { useEffect } from "react";
import { createStore, useStore } from "../../lib/session/store.ts";

/** Number of open sheets and dialogs. */
const openLayers = createStore(0);

/** Counts a sheet or dialog as an open layer while it is open. */
export function useLayer(open: boolean): void {
  useEffect(() => {
    if (!open) {
      return;
    }
    openLayers.set(openLayers.get() + 1);
    return () => openLayers.set(openLayers.get() - 1);
  }, [open]);
}

/** Returns whether a sheet or dialog is open. Nothing should appear above an open layer. */
export function useSomethingOpen(): boolean {
  return useStore(openLayers) > 0;
}
