import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openWebhookProgram } from "@tessera/server/testing/webhook-program";
import type { Sql } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "../environment.ts";
import { LabWorker } from "./lab-worker.ts";

const ENDPOINTS = 50;
/** The last one accepts connections and never answers. */
const DEAD = ENDPOINTS - 1;
const PER_SECOND = 2_000;
const SECONDS = 20;
/** How long the server has to settle before the first event is due, in milliseconds. */
const LEAD_MS = 3_000;
/** A safety net: how long to wait for the last event. */
const PATIENCE_MS = 120_000;
const POLL_MS = 100;

/** The goals for {@link PER_SECOND} deliveries a second to endpoints of which one is dead. */
export const DELIVERY_GOALS = { perSecond: PER_SECOND, p99Ms: 2_000 } as const;

/** How fast events were delivered to the endpoints that answer. */
export interface DeliveryFigures {
  readonly deliveries: number;
  readonly perSecond: number;
  /** From when an event was due until it arrived. */
  readonly p99Ms: number;
}

interface Receivers {
  readonly port: number;
  /** When each event arrived first, by endpoint and sequence. */
  readonly arrivals: ReadonlyMap<string, number>;
  close(): void;
}

/** Opens a server that answers for all endpoints but the dead one. */
async function openReceivers(): Promise<Receivers> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const endpoint = request.url ?? "";
    let text = "";
    request.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      if (endpoint === `/${DEAD}` && !text.includes("challenge")) {
        return;
      }
      const { sequence, challenge } = JSON.parse(text);
      const key = `${endpoint} ${sequence}`;
      if (sequence !== undefined && !arrivals.has(key)) {
        arrivals.set(key, Date.now());
      }
      response.end(challenge);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Queues events for an endpoint, due one after another. Returns how many. */
async function queueEvents(
  owner: Sql,
  { id, customerId, n, startMs }: { id: string; customerId: string; n: number; startMs: number },
): Promise<number> {
  const count = (PER_SECOND / ENDPOINTS) * SECONDS;
  const gapMs = (SECONDS * 1_000) / count;
  // So that not all endpoints have one due at the same moment.
  const offsetMs = (gapMs * n) / ENDPOINTS;
  const due = Array.from({ length: count }, (_, k) =>
    new Date(startMs + offsetMs + k * gapMs).toISOString(),
  );
  await owner`
    insert into webhook_event (customer_id, sequence, id, type, object_type, object_id, block,
      source, at, created_at)
    select ${customerId}, k, id, 'card.frozen', 'card', id, 1, 'audit:' || id, now(), now()
    from unnest(${due.map(() => uuidv7())}::uuid[]) with ordinality given (id, k)`;
  await owner`
    insert into webhook_delivery (endpoint_id, sequence, customer_id, next_at, queued_at)
    select ${id}, k, ${customerId}, at, now()
    from unnest(${due}::timestamptz[]) with ordinality given (at, k)`;
  return count;
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}

/**
 * Measures how fast one server sends events that become due at a steady rate, to endpoints of which
 * one never answers.
 */
export async function measureDeliveries({
  owner,
  server,
  folder,
}: Environment): Promise<DeliveryFigures> {
  const receivers = await openReceivers();
  const rootKey = randomBytes(32);
  const env = { DATA_DIR: path.join(folder, "webhooks"), WEBHOOK_LOOPBACK: "on" };
  const program = await openWebhookProgram({ appUrl: server.appUrl, rootKey, env });
  const worker = new LabWorker({
    ...env,
    LAB_DATABASE_URL: server.appUrl,
    LAB_ROOT_KEY: rootKey.toString("base64"),
  });
  try {
    const endpoints = [];
    for (let n = 0; n < ENDPOINTS; n += 1) {
      const one = await program.newSubscriber();
      const { id } = await one.newEndpoint(`http://127.0.0.1:${receivers.port}/${n}`);
      await one.verify(id);
      endpoints.push({ id, customerId: one.customerId, n });
    }
    await worker.start();
    const startMs = Date.now() + LEAD_MS;
    const dueAt = new Map<string, number>();
    for (const endpoint of endpoints) {
      const count = await queueEvents(owner, { ...endpoint, startMs });
      const { n } = endpoint;
      for (let k = 0; k < count && n !== DEAD; k += 1) {
        const gapMs = (SECONDS * 1_000) / count;
        dueAt.set(`/${n} ${k + 1}`, startMs + (gapMs * n) / ENDPOINTS + k * gapMs);
      }
    }
    const end = performance.now() + PATIENCE_MS;
    while (receivers.arrivals.size < dueAt.size && performance.now() < end) {
      await sleep(POLL_MS);
    }
    const delays = [...dueAt].map(
      ([key, due]) => (receivers.arrivals.get(key) ?? Number.POSITIVE_INFINITY) - due,
    );
    const lastMs = Math.max(...receivers.arrivals.values());
    return {
      deliveries: receivers.arrivals.size,
      perSecond: receivers.arrivals.size / ((lastMs - startMs) / 1_000),
      p99Ms: p99(delays),
    };
  } finally {
    await worker.kill();
    await program.close();
    receivers.close();
  }
}
