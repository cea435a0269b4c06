import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { type Things, thingsOf } from "../../testing/role-things.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { documentOf, unzipped } from "./my-data.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

const ARCHIVES = "/api/my-data/archives";
const TIMEOUT_MS = 60_000;
const POLL_MS = 100;

async function request(customer: TestCustomer, key = newId()) {
  const headers = { "x-proof": await app.prove(customer) };
  return app.call(customer, `POST ${ARCHIVES}`, undefined, { key, headers });
}

/** Waits until an archive is neither queued nor in progress. */
async function ended(customer: TestCustomer, id: string) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { body } = await app.call(customer, `GET ${ARCHIVES}/${id}`);
    if (!["queued", "processing"].includes(body.status)) {
      return body;
    }
    if (performance.now() > deadline) {
      throw new Error(`the archive ${id} is still ${body.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function download(customer: TestCustomer, id: string): Promise<Buffer> {
  const { rawPayload, statusCode } = await app.app.server.inject({
    method: "GET",
    url: `${ARCHIVES}/${id}/file`,
    headers: {
      authorization: `Bearer ${customer.token}`,
      "x-proof": await app.prove(customer),
    },
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

describe("a complete data archive", () => {
  let customer: TestCustomer;
  let things: Things;
  let file: Buffer;
  let pan: string;

  beforeAll(async () => {
    customer = await app.newCustomer();
    things = await thingsOf(app, customer);
    const operator = await app.newOperator("administrator");
    const note = { text: "Called twice about a refund" };
    const notes = `POST /api/admin/customers/${things.customer}/notes` as const;
    expectStatus(await app.call(operator, notes, note, { key: newId() }), 201);
    const { id } = expectStatus(
      await app.call(customer, `GET ${ARCHIVES}/${things.archive}`),
      200,
    ).body;
    // The archive that was requested earlier may not contain the note yet.
    await ended(customer, id);
    const again = expectStatus(await request(customer), 201).body;
    const archive = await ended(customer, again.id);
    expect(archive).toMatchObject({ status: "completed" });
    expect(archive.entriesDone).toBe(archive.entriesTotal);
    file = await download(customer, again.id);
    expect(createHash("sha256").update(file).digest("hex")).toBe(archive.file.sha256);
    expect(file).toHaveLength(archive.file.bytes);
    const proof = { "x-proof": await app.prove(customer) };
    const reveal = `POST /api/cards/${things.card}/reveal` as const;
    pan = (await app.call(customer, reveal, undefined, { headers: proof })).body.pan;
    expect(operator.username).not.toBe("");
    expect(JSON.stringify(documentOf(file))).not.toContain(operator.username);
  }, 180_000);

  test("contains the customer's rows from sections that earlier versions omitted", () => {
    const data = documentOf(file);
    const names = ["conversations", "messages", "attachments", "review_cases", "review_steps"];
    names.push(
      "review_documents",
      "withdrawals",
      "withdrawal_quotes",
      "exchange_quotes",
      "exchanges",
      "address_book",
      "allowances",
    );
    names.push("rules", "rule_hits", "held_payments", "notes", "devices", "acts", "cards");
    const empty = names.filter((name) => (data[name] ?? []).length === 0);
    expect(empty).toEqual([]);
    expect(data).toMatchObject({
      format: "tessera-customer-data/2",
      customerId: customer.customerId,
      person: [{ username: customer.username, email: customer.email }],
      notes: [{ text: "Called twice about a refund" }],
      messages: [{ by: "you", text: "Why?" }],
    });
    expect(data.withdrawals?.[0]?.address).toBe(data.address_book?.[0]?.address);
    expect(data.accounts?.[0]?.posted).toMatch(/^\d+\.\d{2}$/);
  });

  test("contains files from messages and reviews exactly as uploaded", () => {
    const files = unzipped(file);
    const data = documentOf(file);
    const attachment = String(data.attachments?.[0]?.file);
    expect(attachment).toMatch(/^files\/messages\/[0-9a-f-]{36}-receipt\.txt$/);
    expect(files[attachment]).toBe("a receipt");
    const document = String(data.review_documents?.[0]?.file);
    expect(document).toMatch(/^files\/documents\//);
    expect(files[document]).toHaveLength(Number(data.review_documents?.[0]?.bytes));
  });

  test("contains a README in the customer's language and a table of movements", () => {
    const files = unzipped(file);
    expect(files["README.txt"]).toContain("Your data at Tessera");
    const lines = (files["movements.csv"] ?? "").trimEnd().split("\r\n");
    // A movement's amounts include those of its steps, so the sum is correct without them.
    const whole = (documentOf(file).movements ?? []).filter(({ parentId }) => parentId === null);
    expect(lines).toHaveLength(whole.length + 1);
    expect(lines[0]).toContain("event_at");
  });

  test("contains no card number, hash, key, token or operator name", () => {
    const all = Object.values(unzipped(file)).join("\n");
    expect(pan).toMatch(/^\d{16}$/);
    expect(all).not.toContain(pan);
    expect(all).not.toContain(customer.token);
    expect(all).not.toContain(customer.password);
    expect(all).not.toMatch(/\$argon2/);
    expect(all).not.toMatch(/"\w*(?:passwordHash|tokenHash|codeHash|publicKey|wrapped|cvv)\w*":/i);
  });

  test("contains no data about another customer", async () => {
    const other = await app.newCustomer();
    const { id } = expectStatus(await request(other), 201).body;
    await ended(other, id);
    const text = Object.values(unzipped(await download(other, id))).join("\n");
    expect(text).not.toContain(customer.customerId);
    expect(text).not.toContain(customer.email);
    expect(text).not.toContain(things.card.replace("card_", ""));
  });

  test("is announced by an email that contains none of its data", async () => {
    const subject = async () => (await app.mailTo(customer.email)).subject;
    await expect.poll(subject, { timeout: 60_000 }).toBe("Your Tessera data archive is ready");
    const mail = await app.mailTo(customer.email);
    expect(mail.text).toContain("/profile/my-data");
    expect(mail.text).not.toContain(customer.username);
  });

  test("is stored encrypted", async () => {
    const chunks = await app.context.db.sql<{ sealed: Buffer }[]>`
      select sealed from data_archive_chunk order by n`;
    const bytes = Buffer.concat(chunks.map(({ sealed }) => sealed));
    expect(bytes.length).toBeGreaterThan(0);
    // The four-byte signature on its own sometimes occurs in random bytes.
    expect(bytes.includes(file.subarray(0, 10))).toBe(false);
    expect(bytes.includes(Buffer.from("README.txt"))).toBe(false);
  });
});

describe("data archive calls", () => {
  test("require a step-up token for requests and downloads", async () => {
    const customer = await app.newCustomer();
    const refused = await app.call(customer, `POST ${ARCHIVES}`, undefined, { key: newId() });
    expect([refused.status, refused.body.code]).toEqual([403, "proof_required"]);
    const { id } = expectStatus(await request(customer), 201).body;
    await ended(customer, id);
    const file = await app.call(customer, `GET ${ARCHIVES}/${id}/file`);
    expect([file.status, file.body.code]).toEqual([403, "proof_required"]);
  });

  test("return 404 for another customer's archive", async () => {
    const [customer, other] = [await app.newCustomer(), await app.newCustomer()];
    const { id } = expectStatus(await request(customer), 201).body;
    await ended(customer, id);
    const headers = { "x-proof": await app.prove(other) };
    for (const path of [`GET ${ARCHIVES}/${id}`, `GET ${ARCHIVES}/${id}/file`] as const) {
      expect((await app.call(other, path, undefined, { headers })).status).toBe(404);
    }
    expect((await app.call(other, `POST ${ARCHIVES}/${id}/cancel`)).status).toBe(404);
  });

  test("return the same archive for a retry with the same key", async () => {
    const customer = await app.newCustomer();
    const key = newId();
    const [first, second] = [await request(customer, key), await request(customer, key)];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    await ended(customer, first.body.id);
  });

  test("record the request and every download; downloading an expired archive fails", async () => {
    const customer = await app.newCustomer();
    const { id } = expectStatus(await request(customer), 201).body;
    const archive = await ended(customer, id);
    const lasts = Date.parse(archive.expiresAt) - Date.parse(archive.finishedAt);
    expect(lasts).toBe(7 * 86_400_000);
    expect(await download(customer, id)).toEqual(await download(customer, id));
    const audit = await app.context.db.sql<{ action: string }[]>`
      select action from ledger.audit where object = ${id.slice(4)} order by id`;
    const actions = audit.map(({ action }) => action);
    expect(actions).toEqual(["my_data.request", "my_data.download", "my_data.download"]);
    app.clock.advance(7 * 86_400);
    // By now, the session that was opened when the customer was created has expired.
    const { password } = customer;
    const { proof } = (await app.call(customer, "POST /api/auth/proof", { password })).body;
    const headers = { "x-proof": proof };
    const late = await app.call(customer, `GET ${ARCHIVES}/${id}/file`, undefined, { headers });
    expect([late.status, late.body.code]).toEqual([410, "archive_expired"]);
    const { body } = await app.call(customer, `GET ${ARCHIVES}/${id}`);
    expect(body.status).toBe("expired");
  });
});
