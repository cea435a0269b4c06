import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CreateWebhookBody } from "@tessera/contract/developers/webhooks.schemas";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { sealAll } from "../../testing/webhooks/seal-all.ts";
import { Deliveries } from "./deliver-events.ts";
import { deriveEvents } from "./derive-events.ts";

/** An endpoint that a test created, with its secret. */
interface TestWebhook {
  readonly id: string;
  readonly secret: string;
}

/** The settings with which a test's receivers on this machine are sent to. */
export const LOOPBACK = { WEBHOOK_LOOPBACK: "on" } as const;

const BODY: CreateWebhookBody = {
  name: "Books",
  url: "https://hooks.tessera.invalid/",
  types: [],
  cards: [],
};

/** Requests an endpoint, confirmed with the customer's password. */
export async function requestWebhook(
  app: CardsApp,
  customer: TestCustomer,
  body: Partial<CreateWebhookBody> = {},
): Promise<Answer> {
  const headers = { "x-proof": await app.prove(customer) };
  return app.call(customer, "POST /api/webhooks", { ...BODY, ...body }, { headers });
}

/** Creates an endpoint, which gets nothing of what happened before. */
export async function newWebhook(
  app: CardsApp,
  customer: TestCustomer,
  body: Partial<CreateWebhookBody> = {},
): Promise<TestWebhook> {
  await deriveAll(app);
  const answer = await requestWebhook(app, customer, body);
  if (answer.status !== 201) {
    throw new Error(`a webhook was refused: ${answer.text}`);
  }
  return { id: answer.body.webhook.id, secret: answer.body.secret };
}

/** A message that a receiver got. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert a message's shape
  readonly body: any;
}

/** How a receiver answers a message; by default, it echoes challenges and accepts the rest. */
type Behavior = (received: Received, response: ServerResponse) => void;

/** A customer's server, on this machine. */
export interface Receiver {
  readonly url: string;
  /** The events received so far, without challenges. */
  readonly events: Received[];
  behave(behavior: Behavior): void;
  /** Does something while a challenge waits for its answer. */
  beforeEcho(act: () => Promise<void>): void;
  close(): void;
}

async function read(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString("utf8");
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { headers, text, body: JSON.parse(text) };
}

/** Opens a receiver. */
export async function openReceiver(): Promise<Receiver> {
  const events: Received[] = [];
  let behavior: Behavior = (_, response) => response.end();
  let meanwhile = async (): Promise<void> => {};
  const server = createServer((request, response) => {
    void read(request).then(async (received) => {
      if (received.body.type === "webhook.challenge") {
        await meanwhile();
        response.end(JSON.stringify({ challenge: received.body.challenge }));
        return;
      }
      events.push(received);
      behavior(received, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    events,
    behave(next) {
      behavior = next;
    },
    beforeEcho(act) {
      meanwhile = act;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates an endpoint at a receiver, which answers the challenge. */
export async function activeWebhook(
  app: CardsApp,
  customer: TestCustomer,
  receiver: Receiver,
  body: Partial<CreateWebhookBody> = {},
): Promise<TestWebhook> {
  const webhook = await newWebhook(app, customer, { url: receiver.url, ...body });
  const { body: tried } = await app.call(customer, `POST /api/webhooks/${webhook.id}/verify`);
  if (tried.webhook.status !== "active") {
    throw new Error(`a webhook was not verified: ${JSON.stringify(tried)}`);
  }
  return webhook;
}

/** Seals everything that was committed, and derives its events. */
export async function deriveAll(app: CardsApp): Promise<void> {
  await sealAll(app.context);
  await deriveEvents(app.context, new AbortController().signal);
}

/** Derives everything, sends what is due, and waits for the results. */
export async function deliverAll(app: CardsApp): Promise<void> {
  await deriveAll(app);
  const deliveries = new Deliveries(app.context);
  await deliveries.run(new AbortController().signal);
  await deliveries.settle();
}
