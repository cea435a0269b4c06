import { createStore } from "./store.ts";

/**
 * Whether what changes arrives by itself: `live`; `lost` while a lost stream is opened again;
 * `resting` while none is wanted.
 */
export const liveStore = createStore<"live" | "lost" | "resting">("resting");
