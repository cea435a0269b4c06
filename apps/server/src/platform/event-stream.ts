import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "./context.ts";
import type { CustomerEvent } from "./events.repository.ts";
import type { Hearer } from "./events.ts";
import { Refusal } from "./refusal.ts";

type RawReply = FastifyReply["raw"];

const HEARTBEAT_MS = 15_000;
/** The topic that says that sessions of a customer ended: a stream of one of those ends with it. */
export const SESSIONS_TOPIC = "sessions";
/** A reader this far behind is cut off and comes back by its last id. */
const MAX_BUFFERED_BYTES = 1_024 * 1_024;

/** More screens than anybody has open; each is a connection of the few that a process takes. */
const MAX_STREAMS_EACH = 30;
const RETRY_AFTER_SECONDS = 30;

/** All streams of this process, so that a stop can end them. */
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
   * A place for one more stream of somebody, until they give it back.
   *
   * @throws Refusal `rate_limited` where they have too many
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

function frame({ id, topic, body }: CustomerEvent): string {
  return `id: ${id}\nevent: ${topic.replace(/[\r\n]/g, " ")}\ndata: ${JSON.stringify(body)}\n\n`;
}

function lastEventId(request: FastifyRequest): bigint | undefined {
  const header = request.headers["last-event-id"];
  return typeof header === "string" && /^[0-9]{1,18}$/.test(header) ? BigInt(header) : undefined;
}

/**
 * Streams somebody's events until either side ends. `Last-Event-ID` resumes after that event;
 * where the past is not known any more the stream begins with `reset`: ask for everything again.
 */
export async function streamEvents(
  context: AppContext,
  streams: EventStreams,
  hearer: Hearer,
  isAlive: () => Promise<boolean>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const waiting: CustomerEvent[] = [];
  let sentUpTo: bigint | undefined;

  function give(event: CustomerEvent): void {
    if (sentUpTo === undefined) {
      waiting.push(event);
    } else if (event.id > sentUpTo) {
      sentUpTo = event.id;
      write(raw, frame(event));
      if (event.topic === SESSIONS_TOPIC) {
        void endUnlessAlive(raw, isAlive);
      }
    }
  }

  /** Others listen behind this reader, so whatever goes wrong here ends here. */
  function send(event: CustomerEvent): void {
    try {
      give(event);
    } catch (error) {
      breakOff(context, raw, error);
    }
  }

  // Listening starts before the past is read, so nothing falls between the two.
  const giveBack = streams.takePlace(hearer.customerId);
  const stopListening = context.events.listen({ ...hearer, onEvent: send });
  const unlisten = () => {
    stopListening();
    giveBack();
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
    sentUpTo = from;
    for (const event of [...(missed ?? []), ...waiting]) {
      give(event);
    }
  } catch (error) {
    unlisten();
    if (!reply.sent) {
      throw error;
    }
    // The answer is no longer the framework's, so nobody else would end it.
    breakOff(context, raw, error);
    return;
  }
  keepUntilClosed({ raw, streams, unlisten, isAlive });
}

/** Begins a stream on an answer, which is then this module's to end. */
function takeOver(context: AppContext, reply: FastifyReply): void {
  const { raw } = reply;
  reply.hijack();
  // An error of the connection that nobody listens for would end the process.
  raw.on("error", (error) => context.log.debug({ err: error }, "an event stream was lost"));
  reply.headers({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
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

/** Cut rather than ended well: the reader comes back by its last id. */
function breakOff(context: AppContext, raw: RawReply, error: unknown): void {
  context.log.error({ err: error }, "an event stream broke");
  raw.destroy();
}

/** Ends a stream whose session is over, or of which that cannot be told. */
async function endUnlessAlive(raw: RawReply, isAlive: () => Promise<boolean>): Promise<void> {
  if (!(await isAlive().catch(() => false))) {
    raw.end();
  }
}

interface OpenStream {
  readonly raw: RawReply;
  readonly streams: EventStreams;
  readonly unlisten: () => void;
  readonly isAlive: () => Promise<boolean>;
}

function keepUntilClosed({ raw, streams, unlisten, isAlive }: OpenStream): void {
  const end = () => raw.end();
  const forget = streams.add(end);
  const heartbeat = setInterval(() => {
    void endUnlessAlive(raw, isAlive).then(() => write(raw, ": still here\n\n"));
  }, HEARTBEAT_MS);
  const cease = () => {
    clearInterval(heartbeat);
    forget();
    unlisten();
  };
  // A reader may have left while the past was read, and then nothing tells of it any more.
  if (raw.destroyed) {
    cease();
    return;
  }
  raw.on("close", cease);
  if (streams.isClosed) {
    end();
  }
}
