import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import type { AppContext } from "../context.ts";
import { createLogger } from "../telemetry/logger.ts";
import { EventStreams, type Liveness, streamEvents } from "./event-stream.ts";
import type { CustomerEvent } from "./events.repository.ts";
import type { EventListener } from "./events.ts";

const WAIT = { timeout: 20_000 };

let setup: TestContext;
let app: FastifyInstance | undefined;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());
afterEach(() => app?.close());

/** An event that cannot be serialized because JSON has no bigint. */
const UNSENDABLE: CustomerEvent = { id: 2n, customerId: "c", topic: "x", body: { amount: 1n } };
const SENDABLE: CustomerEvent = { id: 1n, customerId: "c", topic: "x", body: {} };

interface Opened {
  /** The response. Reading it may throw an error if the stream is cut off. */
  readonly answered: Promise<Response>;
  readonly logged: readonly string[];
  readonly listeners: Set<EventListener>;
  /** The stream's callbacks for a session that has ended or may have ended. */
  readonly endings: Set<Parameters<Liveness["watch"]>[0]>;
}

/** Opens a real event stream over a socket, with events that the test provides. */
async function open(
  missed: readonly CustomerEvent[],
  isAlive: () => Promise<boolean> = async () => true,
): Promise<Opened> {
  const logged: string[] = [];
  const listeners = new Set<EventListener>();
  const endings: Opened["endings"] = new Set();
  const liveness: Liveness = {
    isAlive,
    watch(listener) {
      endings.add(listener);
      return () => endings.delete(listener);
    },
  };
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
    await streamEvents(context, streams, { customerId: "c" }, liveness, request, reply);
    return reply;
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const answered = fetch(address, { headers: { "last-event-id": "0" } });
  return { answered, logged, listeners, endings };
}

it("event stream: cut off and logged if it fails after it has started", async () => {
  const { answered, logged, listeners } = await open([SENDABLE, UNSENDABLE]);
  await expect(answered.then((response) => response.text())).rejects.toThrow();
  expect(logged).toHaveLength(1);
  expect(listeners.size).toBe(0);
});

it("event stream: ends if an event cannot be sent, without affecting the publisher", async () => {
  const { answered, logged, listeners } = await open([SENDABLE]);
  const response = await answered;
  const [listener] = listeners;
  expect(() => listener?.onEvent(UNSENDABLE)).not.toThrow();
  await expect(response.text()).rejects.toThrow();
  expect(logged).toHaveLength(1);
});

it("event stream: ignores an event that arrives after its reader has left", async () => {
  const { answered, logged, listeners } = await open([]);
  const response = await answered;
  const [listener] = listeners;
  await response.body?.cancel();
  await expect.poll(() => listeners.size, WAIT).toBe(0);
  expect(() => listener?.onEvent({ ...SENDABLE, id: 3n })).not.toThrow();
  expect(logged).toEqual([]);
});

it("event stream: ends without writing another event after its session ends", async () => {
  const alive = { now: true };
  const { answered, listeners, endings } = await open([SENDABLE], async () => alive.now);
  const response = await answered;
  await expect.poll(() => listeners.size, WAIT).toBe(1);
  alive.now = false;
  for (const listener of listeners) {
    listener.onEvent({ id: 2n, customerId: "c", topic: "card", body: {} });
    listener.onEvent({ id: 3n, customerId: "c", topic: "card", body: {} });
  }
  // The complete response arrives only when the stream ends.
  expect(await response.text()).not.toMatch(/id: [23]\n/);
  await expect.poll(() => [listeners.size, endings.size], WAIT).toEqual([0, 0]);
});

it("event stream: ignores a confirmation that dates from before its session ended", async () => {
  const checks: ((isAlive: boolean) => void)[] = [];
  const { answered, listeners, endings } = await open(
    [],
    () => new Promise((resolve) => checks.push(resolve)),
  );
  const response = await answered;
  for (const listener of listeners) {
    listener.onEvent({ id: 2n, customerId: "c", topic: "card", body: {} });
  }
  await expect.poll(() => checks.length, WAIT).toBe(1);
  for (const { onDoubt } of endings) {
    onDoubt();
  }
  // The first check started before the session ended, so its result is out of date.
  checks[0]?.(true);
  await expect.poll(() => checks.length, WAIT).toBeGreaterThan(2);
  for (const answer of checks.slice(1)) {
    answer(false);
  }
  expect(await response.text()).not.toMatch(/id: 2\n/);
});

it("event stream: ends synchronously when notified that its session has ended", async () => {
  const { answered, listeners, endings } = await open([]);
  const response = await answered;
  for (const { onEnd } of endings) {
    onEnd();
  }
  for (const listener of listeners) {
    listener.onEvent({ id: 2n, customerId: "c", topic: "card", body: {} });
  }
  expect(await response.text()).not.toMatch(/id: 2\n/);
  await expect.poll(() => endings.size, WAIT).toBe(0);
});
