import { createFrameReader, type EventFrame } from "./event-frames.ts";

/** An event that reports a change, with its topic and details. */
export interface LiveEvent {
  readonly topic: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The last event read from the stream, kept across connections. */
export interface Position {
  lastId: bigint | undefined;
}

export interface FollowOptions {
  readonly url: string;
  readonly token: string;
  readonly position: Position;
  /** Ends the stream when aborted. */
  readonly signal: AbortSignal;
  /**
   * Called when the stream opens. `fresh` is true if the stream starts now, without earlier events.
   */
  readonly onOpen: (fresh: boolean) => void;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when events were missed, so anything may have changed. */
  readonly onGap: () => void;
  readonly onLost: () => void;
  /** Called when the session is no longer valid. There are no retries after that. */
  readonly onRefused: () => void;
  /** Waits for the delay; returns early if the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * How long a connection may go without data before it is considered dead, in milliseconds. Equals
 * three server heartbeats.
 */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Number of doublings after which the delay exceeds its maximum. */
const MAX_DOUBLINGS = 6;

type Ending =
  | { readonly kind: "refused" }
  | { readonly kind: "lost"; readonly opened: boolean; readonly retryAfterMs: number };

/** Returns the delay before the next attempt: exponential, with random jitter. */
export function pauseMs(failures: number, random: () => number = Math.random): number {
  const longest = FIRST_PAUSE_MS * 2 ** Math.min(failures, MAX_DOUBLINGS);
  return Math.min(MAX_PAUSE_MS, longest) * (0.5 + random() / 2);
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}

/**
 * Reads the customer's events until it is aborted or the session is no longer valid. Reopens a lost
 * connection, starting after the last event read, so that no event is missed or repeated.
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { signal, pause = waitFor } = options;
  let failures = 0;
  while (!signal.aborted) {
    const ending = await readOnce(options);
    if (signal.aborted) {
      return;
    }
    if (ending.kind === "refused") {
      options.onRefused();
      return;
    }
    options.onLost();
    failures = ending.opened ? 0 : failures + 1;
    await pause(Math.max(pauseMs(failures), ending.retryAfterMs), signal);
  }
}

async function readOnce(options: FollowOptions): Promise<Ending> {
  const silence = new AbortController();
  const signal = AbortSignal.any([options.signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  let opened = false;
  try {
    const fresh = options.position.lastId === undefined;
    const response = await fetch(options.url, { headers: headersOf(options), ...PLAIN, signal });
    if (response.status === 401) {
      return { kind: "refused" };
    }
    if (!response.ok || response.body === null) {
      const seconds = Number(response.headers.get("Retry-After") ?? 0);
      return { kind: "lost", opened, retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
    }
    opened = true;
    options.onOpen(fresh);
    await readBody(response.body, options, heard);
  } catch {
    // The connection is reopened regardless of why it ended.
  } finally {
    clearTimeout(timer);
  }
  return { kind: "lost", opened, retryAfterMs: 0 };
}

const PLAIN = { cache: "no-store", credentials: "omit" } as const;

function headersOf({ token, position }: FollowOptions): Headers {
  const headers = new Headers({ Accept: "text/event-stream", Authorization: `Bearer ${token}` });
  if (position.lastId !== undefined) {
    headers.set("Last-Event-ID", String(position.lastId));
  }
  return headers;
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  options: FollowOptions,
  heard: () => void,
): Promise<void> {
  const read = createFrameReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || options.signal.aborted) {
      return;
    }
    heard();
    for (const frame of read(decoder.decode(value, { stream: true }))) {
      takeFrame(frame, options);
    }
  }
}

function takeFrame({ id, event, data }: EventFrame, options: FollowOptions): void {
  const { position } = options;
  const number = id !== undefined && /^[0-9]{1,18}$/.test(id) ? BigInt(id) : undefined;
  if (event === "reset") {
    position.lastId = number;
    options.onGap();
    return;
  }
  const seen = number !== undefined && position.lastId !== undefined && number <= position.lastId;
  if (seen) {
    return;
  }
  position.lastId = number ?? position.lastId;
  if (data !== undefined) {
    options.onEvent({ topic: event, body: readBodyOf(data) });
  }
}

function readBodyOf(data: string): LiveEvent["body"] {
  try {
    const body: unknown = JSON.parse(data);
    return typeof body === "object" && body !== null ? (body as LiveEvent["body"]) : {};
  } catch {
    return {};
  }
}
