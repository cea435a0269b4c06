import { useEffect } from "react";
import { createStore, useStore } from "../session/store.ts";

/** How long the first page may take all of the line and the processor. */
const IDLE_AFTER_MS = 2_000;

/** Until the page that somebody waits for is there, for what only follows it. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") {
      setTimeout(resolve, IDLE_AFTER_MS);
    } else {
      requestIdleCallback(resolve, { timeout: IDLE_AFTER_MS });
    }
  });
}

const settled = createStore(false);

/** Whether the first page is there, for what is asked for only then. */
export function useSettled(): boolean {
  const isSettled = useStore(settled);
  useEffect(() => {
    if (!isSettled) {
      void untilIdle().then(() => settled.set(true));
    }
  }, [isSettled]);
  return isSettled;
}
