import { type FollowOptions, followEvents, type Position } from "./follow-events.ts";

/** A page that was hidden this long is asked for nothing until it is looked at again. */
const HIDDEN_MS = 60_000;
/** On it a page says that it opens a stream. */
const CHANNEL = "tessera-events";

type Handlers = Pick<
  FollowOptions,
  "url" | "token" | "onOpen" | "onEvent" | "onGap" | "onLost" | "onRefused" | "pause"
> & {
  /** The stream is ended for as long as nobody looks. */
  readonly onRest: () => void;
};

/**
 * Follows the customer's events while the page is looked at, and a little longer. Without HTTP/2 a
 * browser opens six connections to a server, for all of its pages together: so a hidden page gives
 * its stream up as soon as another one opens, and resumes where it was when it is shown again.
 *
 * @returns how to stop
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
  // What was open over the old network may be dead without a word.
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
