import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";
import { PNG, testPdf, uploadTestReceipt } from "../../testing/test-reviews.ts";

let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;

beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  customer = await app.newCustomer();
  card = await openCard(app, customer);
  await fund(app, customer, card, 50_000n);
});

/** Pays with the card, and returns the id of the payment. */
async function pay(amount: string): Promise<string> {
  const { authorizationId } = await network(app, "authorize", card, { amount });
  return authorizationId.replace("auth_", "mov_");
}

async function upload(query?: Record<string, string>, bytes?: Buffer) {
  const sent = await uploadTestReceipt(app, customer, {
    ...(bytes !== undefined && { bytes }),
    query: { name: "receipt.pdf", ...query },
  });
  return expectStatus(sent, 201).body;
}

async function read(path: string) {
  return expectStatus(await app.call(customer, `GET ${path}`), 200).body;
}

const FACTS = { amount: null, currency: null, paidOn: null, merchant: null };

describe("uploading a receipt", () => {
  test("stores the file sealed and returns it exactly", async () => {
    const bytes = testPdf();
    const { id } = await upload({ name: "lunch.pdf" }, bytes);
    const file = await app.app.server.inject({
      url: `/api/receipts/${id}/file`,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect(file.rawPayload).toEqual(bytes);
    expect(file.headers["content-disposition"]).toContain('filename="lunch.pdf"');
    const [row] = await app.context.db.sql<{ sealed: Buffer }[]>`
      select sealed from receipt where id = ${id.slice(4)}`;
    expect(row?.sealed.includes(bytes)).toBe(false);
  });

  test("attaches it to the named payment", async () => {
    const movementId = await pay("11.00");
    const receipt = await upload({ movementId });
    expect(receipt.movementIds).toEqual([movementId]);
    const { receipts } = await read(`/api/transactions/${movementId}/papers`);
    expect(receipts).toEqual([receipt]);
  });

  test("of the same bytes returns the first receipt, also at the same time", async () => {
    const bytes = testPdf();
    const movementId = await pay("11.00");
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await upload({ movementId }, bytes)).id),
    );
    expect(new Set(ids).size).toBe(1);
    const { data } = await read("/api/receipts");
    expect(data).toHaveLength(1);
    expect(data[0].movementIds).toEqual([movementId]);
  });

  test("rejects a page, an empty file and another customer's payment", async () => {
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    const send = (bytes: Buffer, query?: Record<string, string>) =>
      uploadTestReceipt(app, customer, { bytes, ...(query !== undefined && { query }) });
    expect((await send(page)).status).toBe(415);
    expect((await send(Buffer.alloc(0))).status).toBe(400);
    const other = await app.newCustomer();
    const theirs = await openCard(app, other);
    await fund(app, other, theirs, 5_000n);
    const { authorizationId } = await network(app, "authorize", theirs, { amount: "1.00" });
    const movementId = authorizationId.replace("auth_", "mov_");
    expect((await send(testPdf(), { movementId })).status).toBe(404);
    expect((await send(testPdf(), { movementId: `mov_${newId()}` })).status).toBe(404);
    expect((await read("/api/receipts")).data).toEqual([]);
  });
});

describe("a receipt's payment", () => {
  test("is suggested by amount, merchant and day, with the reasons", async () => {
    const movementId = await pay("11.00");
    await pay("12.00");
    const { id } = await upload();
    expect((await read(`/api/receipts/${id}`)).suggestions).toEqual([]);
    const paidOn = app.context.clock.now().toISOString().slice(0, 10);
    const facts = { ...FACTS, amount: "11.00", currency: "USD", paidOn };
    const answer = await app.call(customer, `PUT /api/receipts/${id}`, facts);
    expect(expectStatus(answer, 200).body.suggestions).toEqual([
      expect.objectContaining({ movementId, amount: "11.00", reasons: ["amount", "day"] }),
    ]);
  });

  test("is no longer suggested once it has a receipt", async () => {
    const movementId = await pay("11.00");
    await upload({ movementId });
    const { id } = await upload();
    const facts = { ...FACTS, amount: "11.00", currency: "USD" };
    const answer = await app.call(customer, `PUT /api/receipts/${id}`, facts);
    expect(expectStatus(answer, 200).body.suggestions).toEqual([]);
  });

  test("can be attached and detached, each any number of times", async () => {
    const movementId = await pay("11.00");
    const { id } = await upload();
    for (const _ of [1, 2]) {
      const attached = await app.call(customer, `POST /api/receipts/${id}/attach`, { movementId });
      expect(expectStatus(attached, 200).body.movementIds).toEqual([movementId]);
    }
    expect((await read("/api/receipts?state=open")).data).toEqual([]);
    for (const _ of [1, 2]) {
      const detached = await app.call(customer, `POST /api/receipts/${id}/detach`, { movementId });
      expect(expectStatus(detached, 200).body.movementIds).toEqual([]);
    }
    expect((await read("/api/receipts?state=open")).data).toHaveLength(1);
  });

  test("has at most 20 receipts", async () => {
    const movementId = await pay("11.00");
    for (let n = 0; n < 20; n += 1) {
      await upload({ movementId });
    }
    const sent = await uploadTestReceipt(app, customer, { query: { name: "a.pdf", movementId } });
    expect(sent).toMatchObject({ status: 409, body: { code: "too_many_receipts" } });
  });
});

test("a receipt says an amount with its currency's decimals, and its currency", async () => {
  const sent = await uploadTestReceipt(app, customer, { bytes: PNG, type: "image/png" });
  const { id } = expectStatus(sent, 201).body;
  const put = (facts: object) => app.call(customer, `PUT /api/receipts/${id}`, facts);
  for (const facts of [
    { ...FACTS, amount: "1.00" },
    { ...FACTS, amount: "1.5", currency: "JPY" },
    { ...FACTS, amount: "-1", currency: "USD" },
    { ...FACTS, paidOn: "2026-02-30" },
  ]) {
    expect((await put(facts)).status).toBe(400);
  }
  const facts = { amount: "1500", currency: "JPY", paidOn: "2026-02-28", merchant: "Sushi" };
  expect(expectStatus(await put(facts), 200).body).toMatchObject({ ...facts, type: "image/png" });
});

test("deleting a receipt deletes its file and links, and is on record", async () => {
  const movementId = await pay("11.00");
  const { id } = await upload({ movementId });
  expect((await app.call(customer, `DELETE /api/receipts/${id}`)).status).toBe(204);
  expect((await app.call(customer, `GET /api/receipts/${id}/file`)).status).toBe(404);
  expect((await read(`/api/transactions/${movementId}/papers`)).receipts).toEqual([]);
  const { data } = await read("/api/logs");
  expect(JSON.stringify(data)).toContain("Receipt deleted");
});

describe("a payment's note", () => {
  const NOTE = { memo: "Lunch with Ann", project: "Spring", taxCode: "V19" };

  test("is stored, and storing it again changes nothing", async () => {
    const movementId = await pay("11.00");
    const path = `/api/transactions/${movementId}/note`;
    for (const _ of [1, 2]) {
      const answer = await app.call(customer, `PUT ${path}`, { ...NOTE, revision: 0 });
      expect(expectStatus(answer, 200).body).toEqual({ ...NOTE, revision: 1 });
    }
    const other = { ...NOTE, memo: null, revision: 0 };
    expect(await app.call(customer, `PUT ${path}`, other)).toMatchObject({
      status: 409,
      body: { code: "payment_note_changed" },
    });
    const { note } = await read(`/api/transactions/${movementId}/papers`);
    expect(note).toEqual({ ...NOTE, revision: 1 });
  });

  test("of several changes at the same time, one is stored", async () => {
    const movementId = await pay("11.00");
    const path = `/api/transactions/${movementId}/note`;
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((memo) =>
        app.call(customer, `PUT ${path}`, { ...NOTE, memo, revision: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test("belongs to the payment's owner", async () => {
    const movementId = await pay("11.00");
    const stranger = await app.newCustomer();
    const path = `/api/transactions/${movementId}/note`;
    const answer = await app.call(stranger, `PUT ${path}`, { ...NOTE, revision: 0 });
    expect(answer.status).toBe(404);
  });
});
