import { useEffect } from "react";
import { createStore, useStore } from "../session/store.ts";

/** Maximum time, in milliseconds, that the first page has the network and processor to itself. */
const IDLE_AFTER_MS = 2_000;

/** Resolves when the first page has finished loading, for work that should come after it. */
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

/** Returns whether the first page has finished loading, for requests that should come after it. */
export function useSettled(): boolean {
  const isSettled = useStore(settled);
  useEffect(() => {
    if (!isSettled) {
      void untilIdle().then(() => settled.set(true));
    }
  }, [isSettled]);
  return isSettled;
}
