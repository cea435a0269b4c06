import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { segmentInput } from "../../back-office/program/program.fixtures.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, openCard } from "../../testing/test-cards.ts";

let app: CardsApp;
let admin: TestCustomer;
let other: TestCustomer;
let customer: TestCustomer;
let bins = 0;

beforeAll(async () => {
  app = await createCardsApp();
  admin = await app.newOperator("administrator");
  other = await app.newOperator("administrator");
  customer = await app.newCustomer({ USD: 1_000_000n });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const PATH = "/api/admin/programme/segments";

function nextBin(): string {
  bins += 1;
  return String(400_000 + bins);
}

async function created(over: object = {}, stock = 5) {
  const body = { ...segmentInput({ bin: nextBin() }), stock, ...over };
  return expectStatus(await app.call(admin, `POST ${PATH}`, body, { key: newId() }), 201).body;
}

/** Converts a segment from a response to the request body for a change. */
function edit(segment: Record<string, unknown>, over: object = {}) {
  const { id: _, charged: __, stock: ___, issued, changedBy, changedAt, ...body } = segment;
  return { ...body, ...over };
}

const change = (id: string, body: object, who = admin) => app.call(who, `PUT ${PATH}/${id}`, body);

function restock(id: string, direction: "add" | "remove", count: number, key = newId()) {
  const body = { direction, count, reason: "From the issuer" };
  return app.call(admin, `POST ${PATH}/${id}/stock`, body, { key });
}

async function stockOf(id: string): Promise<number> {
  const { body } = await app.call(admin, `GET ${PATH}`);
  return body.data.find((one: { id: string }) => one.id === id).stock;
}

async function offered(id: string) {
  const { body } = await app.call(customer, "GET /api/card-segments");
  return body.data.find((one: { id: string }) => one.id === id);
}

const apply = (segmentId: string, openingFee = "1.50", who = customer) =>
  app.call(
    who,
    "POST /api/card-applications",
    { segmentId, billingAddress: "auto", openingFee },
    { key: newId() },
  );

async function actsOn(id: string): Promise<{ action: string; actor: string; data: object }[]> {
  const uuid = id.slice(id.indexOf("_") + 1);
  return app.context.db.sql<{ action: string; actor: string; data: object }[]>`
    select action, actor, data from ledger.audit where object = ${uuid} order by id`;
}

describe("a card product", () => {
  test("is added, offered to customers in their language, and audited", async () => {
    const segment = await created();
    expect(segment).toMatchObject({
      stock: 5,
      issued: 0,
      open: true,
      openingFee: null,
      charged: { openingFee: "1.50", depositFeeBasisPoints: 350 },
      revision: 1,
      changedBy: admin.username,
    });
    expect(await offered(segment.id)).toMatchObject({ inStock: true, description: "Books" });
    expect(await actsOn(segment.id)).toMatchObject([
      { action: "segment.create", actor: admin.userId, data: { after: { stock: 5 } } },
    ]);
  });

  test("is added once per idempotency key, and rejected with another product's BIN", async () => {
    const key = newId();
    const body = { ...segmentInput({ bin: nextBin() }), stock: 1 };
    const first = await app.call(admin, `POST ${PATH}`, body, { key });
    const again = await app.call(admin, `POST ${PATH}`, body, { key });
    expect(again.body).toEqual(expectStatus(first, 201).body);
    const taken = await app.call(admin, `POST ${PATH}`, body, { key: newId() });
    expect(taken).toMatchObject({ status: 409, body: { code: "bin_taken" } });
  });

  test("gets a unique position when eight products are added concurrently", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => created()));
    expect(new Set(made.map(({ id }) => id)).size).toBe(8);
  });

  test.each([
    [{ limits: { perTransaction: "100", daily: "99.99", monthly: "1000" } }, "limits.daily"],
    [{ limits: { perTransaction: "100", daily: "200", monthly: "199.99" } }, "limits.monthly"],
    [{ limits: { perTransaction: "0", daily: "1", monthly: "1" } }, "limits.perTransaction"],
    [{ openingFee: "10000.01" }, "openingFee"],
    [{ bin: "12345" }, "bin"],
    [{ depositFeeBasisPoints: 10_001 }, "depositFeeBasisPoints"],
  ])("is rejected with %j at %s", async (over, path) => {
    const body = { ...segmentInput({ bin: nextBin() }), stock: 1, ...over };
    const answer = await app.call(admin, `POST ${PATH}`, body, { key: newId() });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toMatchObject([{ path }]);
  });

  test("accepts one of two changes to a revision and names its author to the other", async () => {
    const segment = await created();
    const [one, two] = await Promise.all([
      change(segment.id, edit(segment, { open: false })),
      change(segment.id, edit(segment, { openingFee: "1.00" }), other),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    const winner = one.status === 409 ? other : admin;
    expect(refused.body).toMatchObject({
      code: "programme_changed",
      changed: { by: winner.username },
    });
    // An unchanged definition is accepted under any revision.
    const applied = one.status === 409 ? two : one;
    const again = await change(segment.id, edit(applied.body, { revision: 1 }));
    expect(again).toMatchObject({ status: 200, body: { revision: 2 } });
    expect((await actsOn(segment.id)).map(({ action }) => action)).toEqual([
      "segment.create",
      "segment.change",
    ]);
  });

  test("keeps its fixed fields after a card is issued, but other fields can change", async () => {
    const segment = await created();
    const free = await change(segment.id, edit(segment, { bin: nextBin(), type: "business" }));
    const { body: moved } = expectStatus(free, 200);
    await openCard(app, customer, segment.id);
    for (const over of [{ bin: nextBin() }, { network: "jcb" }, { currency: "EUR" }]) {
      const refused = await change(segment.id, edit(moved, over));
      expect(refused).toMatchObject({ status: 409, body: { code: "segment_in_use" } });
    }
    const limits = { perTransaction: "1.00", daily: "2.00", monthly: "3.00" };
    expectStatus(await change(segment.id, edit(moved, { limits })), 200);
    const { body } = await app.call(customer, "GET /api/cards");
    expect(body.data[0]).toMatchObject({ perTransactionLimit: "100.00" });
  });

  test("is not offered while hidden, but its cards remain valid", async () => {
    const segment = await created();
    const card = await openCard(app, customer, segment.id);
    const { body } = await app.call(admin, `GET ${PATH}`);
    const now = body.data.find((one: { id: string }) => one.id === segment.id);
    expectStatus(await change(segment.id, edit(now, { open: false })), 200);
    expect(await offered(segment.id)).toBeUndefined();
    expect((await apply(segment.id)).status).toBe(404);
    expectStatus(await app.call(customer, `GET /api/cards/${card.id}`), 200);
  });
});

describe("a card product's own fees", () => {
  test("are charged if they are lower than the published fees, and never if higher", async () => {
    const cheap = await created({ openingFee: "0.50", depositFeeBasisPoints: 100 });
    const dear = await created({ openingFee: "9.00", depositFeeBasisPoints: 900 });
    expect(cheap.charged).toEqual({ openingFee: "0.50", depositFeeBasisPoints: 100 });
    expect(dear.charged).toEqual({ openingFee: "1.50", depositFeeBasisPoints: 350 });
    expect(await offered(cheap.id)).toMatchObject({ openingFee: "0.50" });
    const old = await apply(cheap.id, "1.50");
    expect(old).toMatchObject({ status: 409, body: { code: "price_changed" } });
    const { body } = expectStatus(await apply(cheap.id, "0.50"), 201);
    const card = await app.call(customer, `GET /api/cards/${body.cardId}`);
    expect(card.body.depositFeeBasisPoints).toBe(100);
    const asked = { operation: "deposit", amount: "100.00" };
    const quote = await app.call(customer, `POST /api/cards/${body.cardId}/quote`, asked);
    expect(quote.body).toMatchObject({ fee: "1.00", total: "101.00" });
  });

  test("never cost a customer more than was shown, even if they rise afterward", async () => {
    const segment = await created({ openingFee: "0.50" });
    expect(await offered(segment.id)).toMatchObject({ openingFee: "0.50" });
    expectStatus(await change(segment.id, edit(segment, { openingFee: "1.00" })), 200);
    const late = await apply(segment.id, "0.50");
    expect(late).toMatchObject({ status: 409, body: { code: "price_changed" } });
    expect(await stockOf(segment.id)).toBe(5);
  });
});

describe("a card product's stock", () => {
  test("changes once per idempotency key and never goes below zero", async () => {
    const segment = await created({}, 3);
    const key = newId();
    expect((await restock(segment.id, "add", 4, key)).body.stock).toBe(7);
    expect((await restock(segment.id, "add", 4, key)).body.stock).toBe(7);
    const other = await restock(segment.id, "add", 5, key);
    expect(other.body.code).toBe("idempotency_mismatch");
    expect((await restock(segment.id, "remove", 7)).body.stock).toBe(0);
    expect(await offered(segment.id)).toMatchObject({ inStock: false });
    const refused = await restock(segment.id, "remove", 1);
    expect(refused).toMatchObject({ status: 409, body: { code: "stock_too_low" } });
    expect((await actsOn(segment.id)).slice(1)).toMatchObject([
      { action: "segment.stock", data: { before: { stock: 3 }, after: { stock: 7 } } },
      { action: "segment.stock", data: { reason: "From the issuer" } },
    ]);
  });

  test("issues exactly the remaining cards to 20 concurrent applicants", async () => {
    const segment = await created({}, 7);
    const people = await Promise.all(
      Array.from({ length: 20 }, () => app.newCustomer({ USD: 10_000n })),
    );
    const answers = await Promise.all(people.map((who) => apply(segment.id, "1.50", who)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(
      new Set(["segment_out_of_stock"]),
    );
    expect(await stockOf(segment.id)).toBe(0);
  });

  test("adds up even if it is changed while customers are applying", async () => {
    const segment = await created({}, 10);
    const people = await Promise.all(
      Array.from({ length: 10 }, () => app.newCustomer({ USD: 10_000n })),
    );
    const [answers, moves] = await Promise.all([
      Promise.all(people.map((who) => apply(segment.id, "1.50", who))),
      Promise.all([
        restock(segment.id, "remove", 6),
        restock(segment.id, "add", 2),
        restock(segment.id, "remove", 1),
      ]),
    ]);
    const issued = answers.filter(({ status }) => status === 201).length;
    const changes = [-6, 2, -1].filter((_, place) => moves[place]?.status === 200);
    const sum = changes.reduce((total, one) => total + one, 10);
    expect(await stockOf(segment.id)).toBe(sum - issued);
  });
});
