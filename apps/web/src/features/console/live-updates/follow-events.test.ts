// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../../test-patience.ts";
import {
  type FollowOptions,
  followEvents,
  type LiveEvent,
  type Position,
  pauseMs,
} from "./follow-events.ts";

/** One connection: its request, and the server's end of the stream. */
interface Connection {
  readonly headers: Headers;
  readonly url: string;
  readonly send: (text: string) => void;
  readonly cut: () => void;
}

const connections: Connection[] = [];
const answers: Response[] = [];
const told: (LiveEvent | string)[] = [];
let controller: AbortController;

beforeEach(() => {
  connections.length = 0;
  answers.length = 0;
  told.length = 0;
  controller = new AbortController();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const prepared = answers.shift();
    let end: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        end = stream;
      },
    });
    init.signal?.addEventListener("abort", () => end?.error(init.signal?.reason));
    connections.push({
      url,
      headers: new Headers(init.headers),
      send: (text) => end?.enqueue(new TextEncoder().encode(text)),
      cut: () => end?.error(new TypeError("network error")),
    });
    return prepared ?? new Response(body);
  });
});

afterEach(() => {
  controller.abort();
  vi.unstubAllGlobals();
});

function follow(changes: Partial<FollowOptions> = {}): Promise<void> {
  return followEvents({
    url: "/api/events",
    token: "secret",
    position: { lastId: undefined },
    signal: controller.signal,
    onOpen: (fresh) => told.push(fresh ? "open, fresh" : "open"),
    onEvent: (event) => told.push(event),
    onGap: () => told.push("gap"),
    onLost: () => told.push("lost"),
    onRefused: () => told.push("refused"),
    pause: () => Promise.resolve(),
    ...changes,
  });
}

function connection(index: number): Promise<Connection> {
  return vi.waitUntil(() => connections[index], PATIENCE_MS);
}

const card = (id: number) => `id: ${id}\nevent: card\ndata: {"n":${id}}\n\n`;
const numbers = () => told.flatMap((one) => (typeof one === "string" ? [] : [one.body.n]));

test("followEvents sends the session token in a header and never in the URL", async () => {
  void follow();
  const { url, headers } = await connection(0);
  expect(headers.get("Authorization")).toBe("Bearer secret");
  expect(url).toBe("/api/events");
  expect(headers.has("Last-Event-ID")).toBe(false);
});

test("followEvents resumes a stream after the last event, without gaps or duplicates", async () => {
  void follow();
  const first = await connection(0);
  first.send(`: ready\nid: 3\n\n${card(4)}${card(5)}id: 6\nevent: card\nda`);
  await vi.waitFor(() => expect(numbers()).toEqual([4, 5]), PATIENCE_MS);
  first.cut();
  const second = await connection(1);
  expect(second.headers.get("Last-Event-ID")).toBe("5");
  second.send(`: ready\nid: 5\n\n${card(5)}${card(6)}${card(7)}`);
  await vi.waitFor(() => expect(numbers()).toEqual([4, 5, 6, 7]), PATIENCE_MS);
  expect(told.filter((one) => typeof one === "string")).toEqual(["open, fresh", "lost", "open"]);
});

test("followEvents resumes at the start position if it disconnects before any event", async () => {
  const position: Position = { lastId: undefined };
  void follow({ position });
  const first = await connection(0);
  first.send(": ready\nid: 41\n\n");
  await vi.waitFor(() => expect(position.lastId).toBe(41n), PATIENCE_MS);
  first.cut();
  const second = await connection(1);
  expect(second.headers.get("Last-Event-ID")).toBe("41");
  await vi.waitFor(() => expect(told).toEqual(["open, fresh", "lost", "open"]), PATIENCE_MS);
});

test("followEvents reports a gap only once and continues reading after it", async () => {
  void follow({ position: { lastId: 900n } });
  const first = await connection(0);
  expect(first.headers.get("Last-Event-ID")).toBe("900");
  first.send(`id: 12\nevent: reset\ndata: {}\n\n${card(13)}`);
  await vi.waitFor(() => expect(numbers()).toEqual([13]), PATIENCE_MS);
  expect(told).toEqual(["open", "gap", { topic: "card", body: { n: 13 } }]);
});

test("followEvents stops if the session is no longer valid", async () => {
  answers.push(new Response(null, { status: 401 }));
  await follow();
  expect(told).toEqual(["refused"]);
  expect(connections).toHaveLength(1);
});

test("followEvents retries a server that is not ready, but not before Retry-After", async () => {
  answers.push(new Response(null, { status: 503, headers: { "Retry-After": "120" } }));
  const pauses: number[] = [];
  void follow({
    pause: async (ms) => {
      pauses.push(ms);
    },
  });
  await connection(1);
  expect(pauses).toEqual([120_000]);
});

test("followEvents closes the connection and stops retrying when aborted", async () => {
  const done = follow();
  await connection(0);
  controller.abort();
  await done;
  expect(connections).toHaveLength(1);
  expect(told).not.toContain("lost");
});

test("pauseMs grows up to 30 seconds, with random jitter", () => {
  expect(pauseMs(0, () => 0)).toBe(500);
  expect(pauseMs(0, () => 1)).toBe(1_000);
  expect(pauseMs(3, () => 1)).toBe(8_000);
  expect(pauseMs(50, () => 1)).toBe(30_000);
  expect(pauseMs(50, () => 0)).toBe(15_000);
});
