import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { openCard } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { Deliveries } from "./deliver-events.ts";
import { claimDue } from "./deliveries.repository.ts";
import { stopWebhooks } from "./disable-endpoints.ts";
import { measureWebhooks } from "./measure-webhooks.ts";
import {
  activeWebhook,
  deliverAll,
  deriveAll,
  LOOPBACK,
  openReceiver,
  type Receiver,
} from "./webhooks.fixtures.ts";

const SIGNAL = new AbortController().signal;
const LIMITS = { busy: new Map(), perEndpoint: { working: 16, failing: 2 }, limit: 100 };

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

const claim = () => claimDue(app.context.db, { ...LIMITS, now: app.context.clock.now() });

/** Freezes and unfreezes a card, which makes events. */
async function makeEvents(count: number): Promise<void> {
  const { id } = await openCard(app, ada);
  for (let n = 0; n < count; n += 1) {
    const act = n % 2 === 0 ? "freeze" : "unfreeze";
    await app.call(ada, `POST /api/cards/${id}/${act}`, undefined, { key: newId() });
  }
}

describe("sending events", () => {
  it("is shared by servers: each event is sent once if none of them fails", async () => {
    await activeWebhook(app, ada, receiver);
    await makeEvents(8);
    await deriveAll(app);
    const servers = Array.from({ length: 3 }, () => new Deliveries(app.context));
    await Promise.all(servers.map((server) => server.run(SIGNAL)));
    await Promise.all(servers.map((server) => server.settle()));
    const sequences = receiver.events.map(({ body }) => body.sequence);
    expect(sequences.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("is taken over from a server that was killed, after its claim has ended", async () => {
    await activeWebhook(app, ada, receiver);
    await makeEvents(0);
    await deriveAll(app);
    expect(await claim()).toHaveLength(2);
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    await app.context.db.sql`
      update webhook_delivery set claimed_until = clock_timestamp() - interval '1 second'
      where customer_id = ${ada.customerId}`;
    await deliverAll(app);
    expect(receiver.events).toHaveLength(2);
  });

  it("gives an endpoint that fails a smaller share than one that works", async () => {
    const failing = await activeWebhook(app, ada, receiver);
    const working = await activeWebhook(app, ada, receiver);
    await makeEvents(6);
    await deriveAll(app);
    await app.context.db.sql`
      update webhook_endpoint set failing_since = now()
      where id = ${parseId("whk", failing.id) ?? ""}`;
    const ids = (await claim()).map((one) => one.endpoint_id);
    const countOf = ({ id }: { id: string }) =>
      ids.filter((one) => one === parseId("whk", id)).length;
    expect([countOf(failing), countOf(working)]).toEqual([2, 8]);
  });

  it("stops while the customer is suspended, and goes on afterward", async () => {
    await activeWebhook(app, ada, receiver);
    await makeEvents(0);
    await app.context.db.sql`
      update customer set suspended_at = now() where id = ${ada.customerId}`;
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    await app.context.db.sql`
      update customer set suspended_at = null where id = ${ada.customerId}`;
    await deliverAll(app);
    expect(receiver.events).toHaveLength(2);
  });

  it("ends for all endpoints when the customer reports “not me”", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    await makeEvents(0);
    await deriveAll(app);
    const alarm = { customerId: ada.customerId, requestId: "test" };
    await inTransaction(app.context.db, (tx) => stopWebhooks(app.context, tx, alarm as never));
    await deliverAll(app);
    expect(receiver.events).toEqual([]);
    const { body } = await app.call(ada, `GET /api/webhooks/${id}`);
    expect(body).toMatchObject({ status: "disabled", disabledBecause: "alarm", waiting: 0 });
  });

  it("is measured: what is due at endpoints that work, and blocks without events", async () => {
    await activeWebhook(app, ada, receiver);
    await makeEvents(0);
    await deriveAll(app);
    const source = measureWebhooks(app.context);
    const figureOf = async (gauge: string) =>
      (await source.read()).find((one) => one.gauge === gauge)?.value;
    expect(await figureOf("tessera_webhook_deliveries_late")).toBeGreaterThanOrEqual(2);
    app.clock.advance(600);
    expect(await figureOf("tessera_webhook_oldest_due_seconds")).toBeGreaterThanOrEqual(600);
    await app.context.db.sql`update webhook_progress set derived_to = derived_to - 1`;
    expect(await figureOf("tessera_webhook_blocks_behind")).toBe(1);
    expect(await figureOf("tessera_webhook_behind_seconds")).toBeGreaterThan(0);
    await app.context.db.sql`update webhook_progress set derived_to = derived_to + 1`;
  });
});
