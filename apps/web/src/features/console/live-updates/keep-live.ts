import { type FollowOptions, followEvents, type Position } from "./follow-events.ts";

/**
 * How long a page may be hidden before it stops all requests, in milliseconds. Requests resume when
 * the page is visible again.
 */
const HIDDEN_MS = 60_000;
/** Name of the broadcast channel that pages use to announce that they are opening a stream. */
const CHANNEL = "tessera-events";

type Handlers = Pick<
  FollowOptions,
  "url" | "token" | "onOpen" | "onEvent" | "onGap" | "onLost" | "onRefused" | "pause"
> & {
  /** Called when the stream ends because the page is hidden. */
  readonly onRest: () => void;
};

/**
 * Follows the customer's events while the page is visible and for a short time afterward. Without
 * HTTP/2, all pages in a browser share six connections to a server. A hidden page therefore closes
 * its stream as soon as another page opens one, and resumes at the same position when it is shown
 * again.
 *
 * @returns a function that stops following the events
 */
export function keepLive({ onRest, ...handlers }: Handlers): () => void {
  const position: Position = { lastId: undefined };
  const others = new BroadcastChannel(CHANNEL);
  let running: AbortController | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    running?.abort();
    running = new AbortController();
    others.postMessage("opens");
    void followEvents({ ...handlers, position, signal: running.signal });
  };
  const rest = () => {
    if (running !== undefined) {
      running.abort();
      running = undefined;
      onRest();
    }
  };
  const onVisibility = () => {
    clearTimeout(hidden);
    if (document.visibilityState === "hidden") {
      hidden = setTimeout(rest, HIDDEN_MS);
    } else if (running === undefined) {
      run();
    }
  };
  // Connections over the previous network may be dead without an error.
  const onOnline = () => running !== undefined && run();
  others.onmessage = () => document.visibilityState === "hidden" && rest();
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onOnline);
  if (document.visibilityState !== "hidden") {
    run();
  }
  return () => {
    clearTimeout(hidden);
    running?.abort();
    others.close();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("online", onOnline);
  };
}
