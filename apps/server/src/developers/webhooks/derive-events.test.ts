import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { fund, network, openCard, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { deriveEvents, MissingBlockError } from "./derive-events.ts";
import { deriveAll, LOOPBACK, newWebhook } from "./webhooks.fixtures.ts";

let app: CardsApp;
let sql: Sql;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp(LOOPBACK));
  sql = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await app?.close();
});

interface Row {
  readonly sequence: string;
  readonly source: string;
  readonly type: string;
  readonly object: string;
}

const eventsOf = (customerId: string) => sql<Row[]>`
  select sequence, source, type, object_id as object from webhook_event
  where customer_id = ${customerId} order by sequence`;

describe("the events of sealed blocks", () => {
  it("are every movement of the customer, once, without a gap in the sequence", async () => {
    const ada = await app.newCustomer();
    await newWebhook(app, ada);
    const card = await openCard(app, ada);
    await fund(app, ada, card, 20_000n);
    const paid = await network(app, "authorize", card, { amount: "10.00" });
    await step(app, "clear", paid.authorizationId, "10.00");
    await network(app, "authorize", card, { amount: "99999.00" });
    await deriveAll(app);
    const events = await eventsOf(ada.customerId);
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, n) => n + 1));
    const since = await sql<{ id: string }[]>`
      select m.id from ledger.movement m, webhook_feed f, ledger.seal s
      where m.customer_id = ${ada.customerId} and f.customer_id = m.customer_id
        and s.n = f.since_block and m.xid >= s.to_xid order by m.id`;
    const movements = events.filter(({ source }) => source.startsWith("movement:"));
    expect(movements.map(({ source }) => source.slice("movement:".length)).toSorted()).toEqual(
      since.map(({ id }) => id).toSorted(),
    );
    const payment = parseId("mov", paid.authorizationId.replace("auth_", "mov_"));
    expect(events.filter(({ object }) => object === payment).map(({ type }) => type)).toEqual([
      "payment.authorized",
      "payment.updated",
    ]);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["card.loaded", "payment.declined", "card.issued"]),
    );
  });

  it("begin with the block after the first endpoint was created", async () => {
    const ben = await app.newCustomer();
    await newWebhook(app, ben);
    await deriveAll(app);
    expect(await eventsOf(ben.customerId)).toEqual([]);
  });

  it("are derived once by servers that derive at the same time", async () => {
    const cleo = await app.newCustomer();
    await newWebhook(app, cleo);
    const card = await openCard(app, cleo);
    for (const act of ["freeze", "unfreeze", "freeze", "unfreeze"]) {
      await app.call(cleo, `POST /api/cards/${card.id}/${act}`, undefined, { key: newId() });
    }
    await Promise.all([deriveAll(app), deriveAll(app), deriveAll(app), deriveAll(app)]);
    await deriveAll(app);
    const types = (await eventsOf(cleo.customerId)).map(({ type }) => type);
    expect(types).toEqual([
      ...["movement.created", "card.issued"],
      ...["card.frozen", "card.unfrozen", "card.frozen", "card.unfrozen"],
    ]);
  });

  it("stop at a block that the chain lacks, and go on when it is there again", async () => {
    const dan = await app.newCustomer();
    await newWebhook(app, dan);
    await deriveAll(app);
    await openCard(app, dan);
    const [{ to }] = await sql<[{ to: string }]>`select derived_to as to from webhook_progress`;
    // As if the last two blocks had not been derived, of which the first one is then lost.
    await sql`update webhook_progress set derived_to = ${Number(to) - 2}`;
    await sql`alter table ledger.seal disable trigger user`;
    const [lost] = await sql`delete from ledger.seal where n = ${Number(to) - 1} returning *`;
    const run = () => deriveEvents(app.context, new AbortController().signal);
    await expect(run()).rejects.toThrow(MissingBlockError);
    expect(await sql`select derived_to from webhook_progress`).toMatchObject([
      { derived_to: String(Number(to) - 2) },
    ]);
    await sql`insert into ledger.seal ${sql(lost ?? {})}`;
    await sql`alter table ledger.seal enable trigger user`;
    await sql`update webhook_progress set derived_to = ${to}`;
    await deriveAll(app);
    expect((await eventsOf(dan.customerId)).map(({ type }) => type)).toEqual([
      "movement.created",
      "card.issued",
    ]);
  });
});
