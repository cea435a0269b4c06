import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { openCard } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { disableFailing } from "./disable-endpoints.ts";
import {
  activeWebhook,
  deliverAll,
  LOOPBACK,
  newWebhook,
  openReceiver,
  type Received,
  type Receiver,
  requestWebhook,
} from "./webhooks.fixtures.ts";

const DAY_SECONDS = 86_400;
const UNKNOWN = "whk_01900000-0000-7000-8000-000000000000";

let app: CardsApp;
let ada: TestCustomer;
let receiver: Receiver;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp(LOOPBACK));
}, 120_000);
afterAll(() => app.close());
beforeEach(async () => {
  [ada, receiver] = await Promise.all([app.newCustomer(), openReceiver()]);
});
afterEach(() => receiver.close());

const freeze = (card: string, key: "freeze" | "unfreeze" = "freeze") =>
  app.call(ada, `POST /api/cards/${card}/${key}`, undefined, { key: newId() });

/** Fails unless a message is signed with a secret, as the reference library checks it. */
function verify({ text, headers }: Received, secret: string): void {
  new Webhook(secret).verify(text, { ...headers });
}

/** Returns the types of the events, which may have arrived in another order. */
const typesOf = ({ events }: Receiver) =>
  events.toSorted((a, b) => a.body.sequence - b.body.sequence).map(({ body }) => body.type);

async function attemptsOf(id: string) {
  return (await app.call(ada, `GET /api/webhooks/${id}/attempts`)).body.data;
}

describe("a webhook endpoint", () => {
  it("gets each event of its customer, signed, with the block that proves it", async () => {
    const { id, secret } = await activeWebhook(app, ada, receiver);
    const card = await openCard(app, ada);
    await freeze(card.id);
    await deliverAll(app);
    expect(typesOf(receiver)).toEqual(["movement.created", "card.issued", "card.frozen"]);
    for (const event of receiver.events) {
      verify(event, secret);
      expect(event.headers["webhook-id"]).toBe(event.body.id);
    }
    const frozen = receiver.events.find(({ body }) => body.type === "card.frozen")?.body;
    expect(frozen).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "card.frozen",
      version: 1,
      at: expect.any(String),
      customer: `cus_${ada.customerId}`,
      object: { type: "card", id: card.id },
      sequence: 3,
      block: expect.any(Number),
    });
    const [{ hash }] = await app.context.db.sql<[{ hash: Buffer }]>`
      select hash from ledger.seal where n = ${frozen.block}`;
    expect(hash).toHaveLength(32);
    const listed = await app.call(ada, "GET /api/webhooks/events?type=card.frozen");
    expect(listed.body.data).toEqual([frozen]);
    expect(await attemptsOf(id)).toMatchObject([
      { kind: "event", sequence: 3, outcome: "delivered", status: 200, nextAt: null },
      { sequence: 2 },
      { sequence: 1 },
      { kind: "challenge", sequence: null, outcome: "delivered" },
    ]);
  });

  it("gets nothing before it has echoed a challenge", async () => {
    const { id } = await newWebhook(app, ada, { url: receiver.url });
    await openCard(app, ada);
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    const deaf = await openReceiver();
    const other = await newWebhook(app, ada, { url: deaf.url.replace("/hook", "") });
    deaf.close();
    const tried = await app.call(ada, `POST /api/webhooks/${other.id}/verify`);
    expect(tried.body).toMatchObject({
      webhook: { status: "unverified" },
      attempt: { kind: "challenge", outcome: "connection_failed", status: null },
    });
    const verified = await app.call(ada, `POST /api/webhooks/${id}/verify`);
    expect(verified.body.webhook.status).toBe("active");
  });

  it("has a secret that is shown once and stored sealed", async () => {
    const { id, secret } = await newWebhook(app, ada);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const raw = Buffer.from(secret.slice("whsec_".length), "base64");
    const [row] = await app.context.db.sql<{ sealed: Buffer }[]>`
      select sealed from webhook_secret where endpoint_id = ${parseId("whk", id) ?? ""}`;
    expect(row?.sealed.includes(raw)).toBe(false);
    const shown = await app.call(ada, `GET /api/webhooks/${id}`);
    expect(shown.text).not.toContain(secret);
    expect(app.logs.join("\n")).not.toContain(secret);
    expect((await app.mailTo(ada.email)).subject).toBe("A webhook was created in your account");
  });

  it("needs a fresh step-up token, each token for one endpoint", async () => {
    const body = { name: "A", url: receiver.url, types: [], cards: [] };
    expect((await app.call(ada, "POST /api/webhooks", body)).body.code).toBe("proof_required");
    const headers = { "x-proof": await app.prove(ada) };
    expect((await app.call(ada, "POST /api/webhooks", body, { headers })).status).toBe(201);
    const again = await app.call(ada, "POST /api/webhooks", body, { headers });
    expect(again.body.code).toBe("proof_invalid");
  });

  it.each(["http://1.1.1.1/", "https://10.0.0.1/", "https://169.254.169.254/latest"])(
    "is refused at an address that is plain or not public: %s",
    async (url) => {
      const { status, body } = await requestWebhook(app, ada, { url });
      expect([status, body.code]).toEqual([422, "webhook_url_refused"]);
    },
  );

  it.each(["ftp://a.example/", "https://u:p@a.example/", "https://a.example/#x", "https://", "a"])(
    "is refused if its address is malformed: %s",
    async (url) => {
      const { status, body } = await requestWebhook(app, ada, { url });
      expect([status, body.fields?.[0]?.path]).toEqual([400, "url"]);
    },
  );

  it("gets only the types and cards of its filter", async () => {
    const [one, two] = [await openCard(app, ada), await openCard(app, ada)];
    await activeWebhook(app, ada, receiver, { types: ["card.frozen"], cards: [two.id] });
    await freeze(one.id);
    await freeze(two.id);
    await freeze(two.id, "unfreeze");
    await deliverAll(app);
    expect(receiver.events.map(({ body }) => [body.type, body.object.id])).toEqual([
      ["card.frozen", two.id],
    ]);
  });

  it("cannot be filtered by another customer's card", async () => {
    const ben = await app.newCustomer();
    const { id } = await openCard(app, ben);
    const { status, body } = await requestWebhook(app, ada, { cards: [id] });
    expect([status, body.fields?.[0]?.path]).toEqual([400, "cards.0"]);
  });

  it("is limited to ten per customer", async () => {
    for (let n = 0; n < 10; n += 1) {
      await newWebhook(app, ada);
    }
    expect((await requestWebhook(app, ada)).body.code).toBe("too_many_webhooks");
  }, 120_000);

  it("is signed with both secrets for 24 hours after a rotation", async () => {
    const { id, secret } = await activeWebhook(app, ada, receiver);
    const headers = { "x-proof": await app.prove(ada) };
    const path = `POST /api/webhooks/${id}/rotate` as const;
    const rotated = await app.call(ada, path, undefined, { headers });
    const example = () =>
      app.call(ada, `POST /api/webhooks/${id}/example`, { type: "card.frozen" });
    await example();
    const [both] = receiver.events;
    for (const one of [secret, rotated.body.secret]) {
      expect(() => both && verify(both, one)).not.toThrow();
    }
    app.clock.advance(DAY_SECONDS + 1);
    await example();
    const [, one] = receiver.events;
    expect(() => one && verify(one, rotated.body.secret)).not.toThrow();
    expect(() => one && verify(one, secret)).toThrow("No matching signature");
  });

  it("holds events back while it is paused, and sends them when it is resumed", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    await app.call(ada, `POST /api/webhooks/${id}/pause`);
    await openCard(app, ada);
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    expect((await app.call(ada, `GET /api/webhooks/${id}`)).body.waiting).toBe(2);
    await app.call(ada, `POST /api/webhooks/${id}/resume`);
    await deliverAll(app);
    expect(typesOf(receiver)).toEqual(["movement.created", "card.issued"]);
  });

  it("gets nothing after it was deleted, and is then unknown", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    await openCard(app, ada);
    expect((await app.call(ada, `DELETE /api/webhooks/${id}`)).status).toBe(204);
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    expect((await app.call(ada, `GET /api/webhooks/${id}`)).status).toBe(404);
  });

  it("can be sent an example of every type, whose object does not exist", async () => {
    const { id, secret } = await activeWebhook(app, ada, receiver);
    const { body } = await app.call(ada, "GET /api/webhooks/types");
    const types: string[] = body.types.map((one: { type: string }) => one.type);
    for (const type of types) {
      // Directly, because the limit of requests on demand is lower.
      await app.context.db.sql`delete from rate_limit`;
      const sent = await app.call(ada, `POST /api/webhooks/${id}/example`, { type });
      expect(sent.body.attempt).toMatchObject({ kind: "example", type, outcome: "delivered" });
    }
    expect(typesOf(receiver)).toEqual(types);
    for (const event of receiver.events) {
      verify(event, secret);
      expect(event.body).toMatchObject({ example: true, customer: `cus_${ada.customerId}` });
    }
  });

  it("is the same as an unknown one for another customer", async () => {
    const { id } = await newWebhook(app, ada);
    const ben = await app.newCustomer();
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    const theirs = await app.call(ben, `GET /api/webhooks/${id}`);
    const unknown = await app.call(ben, `GET /api/webhooks/${UNKNOWN}`);
    expect([theirs.status, strip(theirs.text)]).toEqual([404, strip(unknown.text)]);
  });
});

describe("a webhook endpoint that fails", () => {
  it("is sent the event again under the same id until it accepts it", async () => {
    const { id } = await activeWebhook(app, ada, receiver, { types: ["card.issued"] });
    receiver.behave((_, response) => response.writeHead(500).end());
    await openCard(app, ada);
    await deliverAll(app);
    app.clock.advance(4);
    await deliverAll(app);
    expect(receiver.events).toHaveLength(1);
    app.clock.advance(3);
    receiver.behave((_, response) => response.end());
    await deliverAll(app);
    const ids = receiver.events.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(await attemptsOf(id)).toMatchObject([
      { outcome: "delivered", status: 200 },
      { outcome: "refused", status: 500, nextAt: expect.any(String) },
      { kind: "challenge" },
    ]);
  });

  it("is given the time that Retry-After asks for", async () => {
    const { id } = await activeWebhook(app, ada, receiver, { types: ["card.issued"] });
    receiver.behave((_, response) => response.writeHead(503, { "retry-after": "3600" }).end());
    await openCard(app, ada);
    await deliverAll(app);
    const [{ at, nextAt }] = await attemptsOf(id);
    const pauseSeconds = (Date.parse(nextAt) - Date.parse(at)) / 1_000;
    expect(pauseSeconds).toBeGreaterThanOrEqual(3_600);
    expect(pauseSeconds).toBeLessThan(3_600 * 1.2 + 60);
  });

  it("is disabled by 410, with a mail to its owner, and can be verified again", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    receiver.behave((_, response) => response.writeHead(410).end());
    await openCard(app, ada);
    await deliverAll(app);
    const { body } = await app.call(ada, `GET /api/webhooks/${id}`);
    expect(body).toMatchObject({ status: "disabled", disabledBecause: "gone", waiting: 0 });
    const mail = await app.mailTo(ada.email);
    expect(mail.subject).toBe("We stopped sending events to a webhook");
    const refused = await app.call(ada, `POST /api/webhooks/${id}/resume`);
    expect(refused.body.code).toBe("webhook_not_active");
    const verified = await app.call(ada, `POST /api/webhooks/${id}/verify`);
    expect(verified.body.webhook).toMatchObject({ status: "active", disabledBecause: null });
  });

  it("is disabled after five days without a success, and not before", async () => {
    const { id } = await activeWebhook(app, ada, receiver, { types: ["card.issued"] });
    receiver.behave((_, response) => response.writeHead(500).end());
    await openCard(app, ada);
    await deliverAll(app);
    const statusOf = async () => (await app.call(ada, `GET /api/webhooks/${id}`)).body.status;
    app.clock.advance(5 * DAY_SECONDS - 60);
    await disableFailing(app.context);
    expect(await statusOf()).toBe("active");
    app.clock.advance(120);
    await disableFailing(app.context);
    expect(await statusOf()).toBe("disabled");
  });

  it("delays no other endpoint", async () => {
    const arrived = Promise.withResolvers<void>();
    const silent = await openReceiver();
    silent.behave(() => arrived.resolve());
    await activeWebhook(app, ada, silent);
    await activeWebhook(app, ada, receiver);
    await openCard(app, ada);
    const delivering = deliverAll(app);
    await arrived.promise;
    await expect.poll(() => receiver.events.length, { timeout: 60_000 }).toBe(2);
    silent.close();
    await delivering;
  });
});

describe("replaying events", () => {
  it("sends one again, under its id", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    await openCard(app, ada);
    await deliverAll(app);
    const replay = (sequence: number) =>
      app.call(ada, `POST /api/webhooks/${id}/replay`, { sequence });
    expect((await replay(2)).body.waiting).toBe(1);
    await deliverAll(app);
    expect(receiver.events.map(({ body }) => body.sequence).toSorted()).toEqual([1, 2, 2]);
    const [first, again] = receiver.events.filter(({ body }) => body.sequence === 2);
    expect(again?.text).toBe(first?.text);
    expect((await replay(3)).status).toBe(404);
  });

  it("sends those from a sequence or a time again that the filter lets through", async () => {
    const { id } = await activeWebhook(app, ada, receiver, { types: ["card.frozen"] });
    const card = await openCard(app, ada);
    await freeze(card.id);
    await deliverAll(app);
    const replay = (body: object) => app.call(ada, `POST /api/webhooks/${id}/replay-since`, body);
    expect((await replay({ fromSequence: 1 })).body).toEqual({ events: 1, nextSequence: null });
    await deliverAll(app);
    expect(typesOf(receiver)).toEqual(["card.frozen", "card.frozen"]);
    expect((await replay({ since: "2020-01-01T00:00:00Z" })).body.events).toBe(1);
    expect((await replay({ since: "2100-01-01T00:00:00Z" })).body.events).toBe(0);
    expect((await replay({})).status).toBe(400);
    expect((await replay({ fromSequence: 1, since: "2020-01-01T00:00:00Z" })).status).toBe(400);
  });
});
