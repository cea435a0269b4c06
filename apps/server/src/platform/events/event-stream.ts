import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { defineService } from "../service.ts";
import type { CustomerEvent } from "./events.repository.ts";
import type { Hearer } from "./events.ts";

type RawReply = FastifyReply["raw"];

const HEARTBEAT_MS = 15_000;
/** The topic of the notice that some of a customer's sessions have ended. */
export const SESSIONS_TOPIC = "sessions";
/**
 * Maximum number of unread bytes. A reader that has fallen further behind is disconnected and
 * resumes from its last event id.
 */
const MAX_BUFFERED_BYTES = 1_024 * 1_024;
/**
 * Maximum number of waiting events, which is far more than can arrive while a session is being
 * checked.
 */
const MAX_WAITING_EVENTS = 2_000;

/**
 * Maximum number of concurrent streams per user, since each uses one of the process's connections.
 */
const MAX_STREAMS_EACH = 30;
const RETRY_AFTER_SECONDS = 30;

/** The response headers of an event stream. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const;

/** All of a server's open streams, so that a shutdown can end them. */
export class EventStreams {
  readonly #open = new Set<() => void>();
  readonly #places = new Map<string, number>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(end: () => void): () => void {
    this.#open.add(end);
    return () => {
      this.#open.delete(end);
    };
  }

  /**
   * Reserves a stream for a user until the returned function is called.
   *
   * @throws Refusal `rate_limited` if the user has too many streams
   */
  takePlace(hearerId: string): () => void {
    const taken = this.#places.get(hearerId) ?? 0;
    if (taken >= MAX_STREAMS_EACH) {
      throw new Refusal("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#places.set(hearerId, taken + 1);
    return () => {
      const left = (this.#places.get(hearerId) ?? 1) - 1;
      if (left > 0) {
        this.#places.set(hearerId, left);
      } else {
        this.#places.delete(hearerId);
      }
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#open) {
      end();
    }
  }
}

export const eventStreams = defineService("event streams", () => new EventStreams());

function frame({ id, topic, body }: CustomerEvent): string {
  return `id: ${id}\nevent: ${topic.replace(/[\r\n]/g, " ")}\ndata: ${JSON.stringify(body)}\n\n`;
}

function lastEventId(request: FastifyRequest): bigint | undefined {
  const header = request.headers["last-event-id"];
  return typeof header === "string" && /^[0-9]{1,18}$/.test(header) ? BigInt(header) : undefined;
}

/** Tells a stream whether its session is still live. */
export interface Liveness {
  /** Reads the session from the database. Returns whether it is live. */
  isAlive(): Promise<boolean>;
  /**
   * Calls `onEnd` when the session has ended, and `onDoubt` when it may have ended.
   *
   * @returns a function that stops watching
   */
  watch(listeners: { readonly onEnd: () => void; readonly onDoubt: () => void }): () => void;
}

/**
 * Delivers events to one reader in order. Nothing is written until the database has confirmed that
 * the session is live, and a notice that the session has ended invalidates earlier confirmations.
 * An event published after a session ends is therefore never written to its stream, on any server.
 */
class Delivery {
  readonly #context: AppContext;
  readonly #raw: RawReply;
  readonly #isAlive: () => Promise<boolean>;
  readonly #waiting: CustomerEvent[] = [];
  #sentUpTo: bigint | undefined;
  #doubts = 0;
  #isWorking = false;
  #isOver = false;

  constructor(context: AppContext, raw: RawReply, isAlive: () => Promise<boolean>) {
    this.#context = context;
    this.#raw = raw;
    this.#isAlive = isAlive;
  }

  add(event: CustomerEvent): void {
    if (this.#isOver) {
      return;
    }
    if (this.#waiting.length >= MAX_WAITING_EVENTS) {
      this.#raw.destroy();
      return;
    }
    this.#waiting.push(event);
    void this.#work();
  }

  /** Starts writing to an open response: first the missed events, then new ones. */
  begin(from: bigint, missed: readonly CustomerEvent[]): void {
    this.#sentUpTo = from;
    if (this.#isOver) {
      this.#raw.end();
      return;
    }
    this.#waiting.unshift(...missed);
    void this.#work();
  }

  doubt(): void {
    this.#doubts += 1;
    void this.#endUnlessAlive();
  }

  async beat(): Promise<void> {
    await this.#endUnlessAlive();
    write(this.#raw, ": still here\n\n");
  }

  /** Ends the stream immediately, and discards events that a slow reader has not read yet. */
  end(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    if (this.#sentUpTo === undefined) {
      return;
    }
    if (this.#raw.writableLength > 0) {
      this.#raw.destroy();
    } else {
      this.#raw.end();
    }
  }

  async #work(): Promise<void> {
    if (this.#isWorking || this.#sentUpTo === undefined) {
      return;
    }
    this.#isWorking = true;
    try {
      while (this.#waiting.length > 0) {
        const events = this.#waiting.splice(0);
        await this.#endUnlessAlive();
        for (const event of this.#isOver ? [] : events) {
          this.#write(event);
        }
      }
    } catch (error) {
      breakOff(this.#context, this.#raw, error);
    } finally {
      this.#isWorking = false;
    }
  }

  #write(event: CustomerEvent): void {
    if (this.#sentUpTo !== undefined && event.id > this.#sentUpTo) {
      this.#sentUpTo = event.id;
      write(this.#raw, frame(event));
    }
  }

  /** Ends a stream whose session has ended or cannot be checked. */
  async #endUnlessAlive(): Promise<void> {
    let doubts: number;
    do {
      doubts = this.#doubts;
      if (!(await this.#isAlive().catch(() => false))) {
        this.end();
      }
    } while (doubts !== this.#doubts && !this.#isOver);
  }
}

/**
 * Streams a user's events until either side closes the connection. With `Last-Event-ID`, resumes
 * after that event. If the events after it are no longer stored, the stream begins with `reset`,
 * which tells the client to reload everything.
 */
export async function streamEvents(
  context: AppContext,
  streams: EventStreams,
  hearer: Hearer,
  liveness: Liveness,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const delivery = new Delivery(context, raw, () => liveness.isAlive());
  // Starts listening before reading the missed events, so that no event is lost in between.
  const giveBack = streams.takePlace(hearer.customerId);
  const leave = [
    giveBack,
    context.events.listen({ ...hearer, onEvent: (event) => delivery.add(event) }),
    liveness.watch({ onEnd: () => delivery.end(), onDoubt: () => delivery.doubt() }),
  ];
  const unlisten = () => {
    for (const one of leave) {
      one();
    }
  };
  try {
    const last = lastEventId(request);
    const missed = last === undefined ? [] : await context.events.missedSince(hearer, last);
    const start = last === undefined || missed === undefined ? undefined : last;
    const from = start ?? (await context.events.newestId());
    takeOver(context, reply);
    write(
      raw,
      missed === undefined ? `id: ${from}\nevent: reset\ndata: {}\n\n` : `: ready\nid: ${from}\n\n`,
    );
    delivery.begin(from, missed ?? []);
  } catch (error) {
    unlisten();
    if (!reply.sent) {
      throw error;
    }
    // The framework no longer controls the response, so nothing else would end it.
    breakOff(context, raw, error);
    return;
  }
  keepUntilClosed({ raw, streams, unlisten, delivery });
}

/**
 * Takes over a response from the framework and starts a stream on it. From then on, this module
 * must end the response.
 */
function takeOver(context: AppContext, reply: FastifyReply): void {
  const { raw } = reply;
  reply.hijack();
  // An unhandled connection error would terminate the process.
  raw.on("error", (error) =>
    context.log.debug({ err: error }, "an event stream lost its connection"),
  );
  reply.headers(STREAM_HEADERS);
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) {
      raw.setHeader(name, value);
    }
  }
  raw.writeHead(200);
}

function write(raw: RawReply, text: string): void {
  if (raw.writableEnded || raw.destroyed) {
    return;
  }
  raw.write(text);
  if (raw.writableLength > MAX_BUFFERED_BYTES) {
    raw.destroy();
  }
}

/**
 * Disconnects instead of ending the response normally, so that the reader resumes from its last id.
 */
function breakOff(context: AppContext, raw: RawReply, error: unknown): void {
  context.log.error({ err: error }, "an event stream failed");
  raw.destroy();
}

interface OpenStream {
  readonly raw: RawReply;
  readonly streams: EventStreams;
  readonly unlisten: () => void;
  readonly delivery: Delivery;
}

function keepUntilClosed({ raw, streams, unlisten, delivery }: OpenStream): void {
  const end = () => raw.end();
  const forget = streams.add(end);
  const heartbeat = setInterval(() => void delivery.beat(), HEARTBEAT_MS);
  const cease = () => {
    clearInterval(heartbeat);
    forget();
    unlisten();
  };
  // A reader may have left while the missed events were being read, in which case no later event
  // reports its departure.
  if (raw.destroyed) {
    cease();
    return;
  }
  raw.on("close", cease);
  if (streams.isClosed) {
    end();
  }
}
