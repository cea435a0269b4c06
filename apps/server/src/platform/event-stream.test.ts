import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../testing/test-context.ts";
import type { AppContext } from "./context.ts";
import { EventStreams, streamEvents } from "./event-stream.ts";
import type { CustomerEvent } from "./events.repository.ts";
import type { EventListener } from "./events.ts";
import { createLogger } from "./logger.ts";

let setup: TestContext;
let app: FastifyInstance | undefined;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());
afterEach(() => app?.close());

/** JSON has no bigint, so this cannot be sent. */
const UNSENDABLE: CustomerEvent = { id: 2n, customerId: "c", topic: "x", body: { amount: 1n } };
const SENDABLE: CustomerEvent = { id: 1n, customerId: "c", topic: "x", body: {} };

interface Opened {
  /** Its answer; cut off, also the answer as a whole may fail. */
  readonly answered: Promise<Response>;
  readonly logged: readonly string[];
  readonly listeners: Set<EventListener>;
}

/** A stream of the real function over a socket, with events that a test makes up. */
async function open(
  missed: readonly CustomerEvent[],
  isAlive: () => Promise<boolean> = async () => true,
): Promise<Opened> {
  const logged: string[] = [];
  const listeners = new Set<EventListener>();
  const context: AppContext = {
    ...setup.context,
    events: {
      ...setup.context.events,
      listen(listener: EventListener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      missedSince: async () => missed,
      newestId: async () => 0n,
    },
    log: createLogger({ level: "error", pretty: false }, { write: (line) => logged.push(line) }),
  };
  app = Fastify();
  const streams = new EventStreams();
  app.get("/", async (request, reply) => {
    await streamEvents(context, streams, { customerId: "c" }, isAlive, request, reply);
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

it("is cut when an event cannot be sent, and who told of it hears nothing of that", async () => {
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

it("ends at once when sessions ended and its own is one of them", async () => {
  const alive = { now: true };
  const { answered, listeners } = await open([SENDABLE], async () => alive.now);
  const response = await answered;
  const [listener] = listeners;
  listener?.onEvent({ id: 2n, customerId: "c", topic: "sessions", body: {} });
  alive.now = false;
  listener?.onEvent({ id: 3n, customerId: "c", topic: "card", body: {} });
  listener?.onEvent({ id: 4n, customerId: "c", topic: "sessions", body: {} });
  // The whole answer only comes where the stream ends.
  expect(await response.text()).toMatch(/id: 4\nevent: sessions/);
});
