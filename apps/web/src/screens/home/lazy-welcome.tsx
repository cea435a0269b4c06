import { lazyPart } from "../../ui/lazy-part.tsx";

/** First steps, below the first view and for newcomers only: nobody waits for them. */
export const Welcome = lazyPart(async () => (await import("./welcome.tsx")).Welcome, null);
