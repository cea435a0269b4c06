// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../../test-patience.ts";
import { keepLive } from "./keep-live.ts";

const asked: Headers[] = [];
const rested = vi.fn();
let visibility: DocumentVisibilityState = "visible";
let stop = () => {};
let other: BroadcastChannel;

beforeEach(() => {
  asked.length = 0;
  visibility = "visible";
  other = new BroadcastChannel("tessera-events");
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    const text = ": ready\nid: 7\n\n";
    return new Response(
      new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode(text));
          init.signal?.addEventListener("abort", () => stream.error(init.signal?.reason));
        },
      }),
    );
  });
});

afterEach(() => {
  stop();
  other.close();
  vi.unstubAllGlobals();
});

function start(): void {
  const nothing = () => {};
  stop = keepLive({
    url: "/api/events",
    token: "secret",
    onOpen: nothing,
    onEvent: nothing,
    onGap: nothing,
    onLost: nothing,
    onRefused: nothing,
    onRest: rested,
  });
}

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("A hidden page closes its stream when another page opens one; it resumes later", async () => {
  start();
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE_MS);
  show("hidden");
  expect(rested).not.toHaveBeenCalled();
  other.postMessage("opens");
  await vi.waitFor(() => expect(rested).toHaveBeenCalledTimes(1), PATIENCE_MS);
  show("visible");
  await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE_MS);
  expect(asked[1]?.get("Last-Event-ID")).toBe("7");
});

test("A visible page keeps its event stream open when another page opens one", async () => {
  start();
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE_MS);
  const heard = new Promise((resolve) => {
    const listener = new BroadcastChannel("tessera-events");
    listener.onmessage = () => resolve(listener.close());
  });
  other.postMessage("opens");
  await heard;
  expect(rested).not.toHaveBeenCalled();
});

test("A page that was never visible does not open an event stream", () => {
  visibility = "hidden";
  start();
  expect(asked).toHaveLength(0);
});
