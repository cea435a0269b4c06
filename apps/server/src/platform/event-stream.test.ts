import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import type { AppContext } from "./context.ts";
import { EventStreams, streamEvents } from "./event-stream.ts";
import type { CustomerEvent } from "./events.repository.ts";
import type { EventListener } from "./events.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** JSON has no bigint, so this cannot be sent. */
const UNSENDABLE: CustomerEvent = { id: 2n, customerId: "c", topic: "x", body: { amount: 1n } };
const SENDABLE: CustomerEvent = { id: 1n, customerId: "c", topic: "x", body: {} };

interface Opened {
  /** Its answer; cut off, also the answer as a whole may fail. */
  readonly answered: Promise<Response>;
  readonly logged: unknown[];
  readonly listeners: Set<EventListener>;
}

/** A stream of the real function over a socket, with events that a test makes up. */
async function open(missed: readonly CustomerEvent[]): Promise<Opened> {
  const logged: unknown[] = [];
  const listeners = new Set<EventListener>();
  const context = {
    events: {
      listen(listener: EventListener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      missedSince: async () => missed,
      newestId: async () => 0n,
    },
    log: { error: (...line: unknown[]) => logged.push(line), debug: () => undefined },
  } as unknown as AppContext;
  app = Fastify();
  const streams = new EventStreams();
  app.get("/", async (request, reply) => {
    await streamEvents(context, streams, "c", async () => true, request, reply);
    return reply;
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const answered = fetch(address, { headers: { "last-event-id": "0" } });
  return { answered, logged, listeners };
}

it("is cut and logged when it fails after it has begun", async () => {
  const { answered, logged, listeners } = await open([SENDABLE, UNSENDABLE]);
  await expect(answered.then((response) => response.text())).rejects.toThrow();
  expect(logged).toHaveLength(1);
  expect(listeners.size).toBe(0);
});

it("is cut when an event cannot be sent, and whoever told of it does not hear of that", async () => {
  const { answered, logged, listeners } = await open([SENDABLE]);
  const response = await answered;
  const [listener] = listeners;
  expect(() => listener?.onEvent(UNSENDABLE)).not.toThrow();
  await expect(response.text()).rejects.toThrow();
  expect(logged).toHaveLength(1);
});

it("takes an event that comes when its reader has gone", async () => {
  const { answered, logged, listeners } = await open([]);
  const response = await answered;
  const [listener] = listeners;
  await response.body?.cancel();
  await expect.poll(() => listeners.size).toBe(0);
  expect(() => listener?.onEvent({ ...SENDABLE, id: 3n })).not.toThrow();
  expect(logged).toEqual([]);
});
