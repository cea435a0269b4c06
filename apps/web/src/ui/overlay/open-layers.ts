import { useEffect } from "react";
import { createStore, useStore } from "../../lib/session/store.ts";

/** How many sheets and dialogs are open. */
const openLayers = createStore(0);

/** Counts a sheet or a dialog among what is open, as long as it is. */
export function useLayer(open: boolean): void {
  useEffect(() => {
    if (!open) {
      return;
    }
    openLayers.set(openLayers.get() + 1);
    return () => openLayers.set(openLayers.get() - 1);
  }, [open]);
}

/** Whether a sheet or a dialog is open, over which nothing should pop up. */
export function useSomethingOpen(): boolean {
  return useStore(openLayers) > 0;
}
