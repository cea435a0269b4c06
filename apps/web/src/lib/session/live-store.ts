import { createStore } from "./store.ts";

/**
 * State of the event stream: `live`; `lost` while it is reconnecting; `resting` while no stream is
 * needed.
 */
export const liveStore = createStore<"live" | "lost" | "resting">("resting");
