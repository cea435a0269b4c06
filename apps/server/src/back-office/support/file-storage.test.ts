import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createS3FileStore } from "../../adapters/file-store/s3-file-store.ts";
import { keepFile, sweepFiles } from "../../adapters/files/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { type S3Double, startS3Double } from "../../testing/s3-double.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { openTestCase, sendTestDocument, testPdf } from "../../testing/test-reviews.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { forgetUnclaimed } from "./attachments/forget-unclaimed.ts";

const HOUR_MS = 3_600_000;
const TEXT = Buffer.from("a receipt of 12.50");

let s3: S3Double;
let app: CardsApp;
let customer: TestCustomer;
beforeAll(async () => {
  s3 = await startS3Double();
  app = await withoutRepeatedJobs(() => createCardsApp(s3.env));
});
afterAll(async () => {
  await app.close();
  await s3.close();
});
beforeEach(async () => {
  s3.isDown = false;
  s3.undeletable.clear();
  s3.objects.clear();
  await app.context.db.sql`delete from file_orphan`;
  customer = await app.newCustomer();
});

/** Uploads a file for use in a message. */
async function upload(bytes: Buffer) {
  const { app: web } = app;
  const answer = await web.server.inject({
    method: "POST",
    url: "/api/support/attachments",
    headers: { authorization: `Bearer ${customer.token}`, "content-type": "text/plain" },
    payload: bytes,
  });
  const { headers, body: text } = answer;
  return { status: answer.statusCode, headers, text, body: answer.json() };
}

/** Starts a conversation with an attached file. Returns the path for reading the file. */
async function attach(bytes: Buffer): Promise<string> {
  const { id } = expectStatus(await upload(bytes), 201).body;
  const begun = await app.call(
    customer,
    "POST /api/support/conversations",
    { subject: "A receipt", text: "Here", attachments: [{ id, name: "receipt.txt" }] },
    { key: newId() },
  );
  expectStatus(begun, 201);
  return `/api/support/attachments/${id}`;
}

async function orphans(): Promise<string[]> {
  const rows = await app.context.db.sql<{ key: string }[]>`select key from file_orphan`;
  return rows.map(({ key }) => key);
}

/** Deletes orphaned files as if the given number of hours had passed (two days by default). */
function sweepLater(hours = 48): Promise<number> {
  const now = app.context.clock.now();
  const clock = { ...app.context.clock, now: () => new Date(now.getTime() + hours * HOUR_MS) };
  return sweepFiles({ ...app.context, clock });
}

describe("files in object storage", () => {
  test("are sealed in storage; opening one requires its row, which contains no bytes", async () => {
    const path = await attach(TEXT);
    const id = parseId("att", path.split("/").at(-1) ?? "") ?? "";
    const stored = s3.objects.get(`files/attachments/${id}`);
    expect(stored?.includes("receipt")).toBe(false);
    expect((await app.call(customer, `GET ${path}`)).text).toBe(TEXT.toString());
    const [row] = await app.context.db.sql<{ sealed: Buffer | null }[]>`
      select sealed from support_attachment where id = ${id}`;
    expect(row?.sealed).toBeNull();
    expect(await orphans()).toEqual([]);

    const other = await attach(Buffer.from("another"));
    const otherId = parseId("att", other.split("/").at(-1) ?? "") ?? "";
    s3.objects.set(`files/attachments/${otherId}`, stored ?? Buffer.alloc(0));
    expect((await app.call(customer, `GET ${other}`)).status).toBe(500);
  });

  test("include documents attached to reviews", async () => {
    const caseId = await openTestCase(app, customer);
    const bytes = testPdf();
    const name = "a.pdf";
    const sent = await sendTestDocument(app, customer, caseId, { bytes, name });
    const [document] = expectStatus(sent, 201).body.documents;
    const id = parseId("doc", document.id) ?? "";
    expect(s3.objects.get(`files/documents/${id}`)?.includes("%PDF")).toBe(false);
    const read = await app.call(customer, `GET /api/review-documents/${document.id}`);
    expect(read.text).toBe(bytes.toString());

    // Sending the same file again does not create a second document, so the second object is an
    // orphan.
    expectStatus(await sendTestDocument(app, customer, caseId, { bytes, name }), 201);
    expect(s3.objects.size).toBe(2);
    expect(await sweepLater()).toBe(1);
    expect([...s3.objects.keys()]).toEqual([`files/documents/${id}`]);
  });

  test("are rejected with 503 while storage is down; no row names a missing object", async () => {
    const path = await attach(TEXT);
    s3.isDown = true;
    const refused = await upload(TEXT);
    expect([refused.status, refused.body.code]).toEqual([503, "file_storage_unavailable"]);
    expect(refused.headers["retry-after"]).toBe("30");
    const read = await app.call(customer, `GET ${path}`);
    expect([read.status, read.body.code]).toEqual([503, "file_storage_unavailable"]);
    const [left] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from support_attachment where message_id is null
        and owner_id = ${customer.userId}`;
    expect(left?.count).toBe(0n);
    expect(await orphans()).toHaveLength(1);
  });

  test("are deleted from storage if they belong to no message, but not too early", async () => {
    expectStatus(await upload(TEXT), 201);
    expect(await sweepFiles(app.context)).toBe(0);
    await forgetUnclaimed(app.context, new Date(app.context.clock.now().getTime() + 1_000));
    expect(s3.objects.size).toBe(1);
    expect(await sweepFiles(app.context)).toBe(0);
    s3.isDown = true;
    await expect(sweepLater()).rejects.toThrow();
    expect(await orphans()).toHaveLength(1);
    s3.isDown = false;
    expect(await sweepLater(50)).toBe(1);
    expect([s3.objects.size, await orphans()]).toEqual([0, []]);
  });

  test("whose deletion fails are retried an hour later, without blocking other files", async () => {
    const { db, clock } = app.context;
    const keys = ["documents/first", "documents/second", "documents/third"];
    for (const [n, key] of keys.entries()) {
      s3.objects.set(`files/${key}`, TEXT);
      const since = new Date(clock.now().getTime() + n);
      await db.sql`insert into file_orphan (key, since) values (${key}, ${since})`;
    }
    s3.undeletable.add("files/documents/first");
    await expect(sweepLater()).rejects.toThrow("1 orphaned files could not be deleted; 2 were");
    expect([...s3.objects.keys()]).toEqual(["files/documents/first"]);
    expect(await orphans()).toEqual(["documents/first"]);
    const tries = () => s3.answered.filter((one) => one.startsWith("DELETE files/documents/first"));
    expect(tries()).toHaveLength(1);
    expect(await sweepLater()).toBe(0);
    expect(tries()).toHaveLength(1);
    s3.undeletable.clear();
    expect(await sweepLater(50)).toBe(1);
    expect([s3.objects.size, await orphans()]).toEqual([0, []]);
  });

  test("that cannot be deleted are not retried one by one while storage is down", async () => {
    const { db, clock } = app.context;
    const keys = Array.from({ length: 30 }, (_, n) => `documents/${n}`);
    await db.sql`insert into file_orphan (key, since)
      select key, ${clock.now()} from unnest(${keys}::text[]) key`;
    s3.isDown = true;
    await expect(sweepLater()).rejects.toThrow("5 orphaned files could not be deleted");
    s3.isDown = false;
    expect(await sweepLater()).toBe(25);
    expect(await sweepLater(50)).toBe(5);
  });

  test("are rejected if the upload finishes after deletion has begun", async () => {
    const { db } = app.context;
    const key = `documents/${newId()}`;
    const kept = await keepFile(app.context, key, TEXT);
    s3.undeletable.add(`files/${key}`);
    await expect(sweepLater()).rejects.toThrow();
    await expect(inTransaction(db, (tx) => kept.claim(tx))).rejects.toThrow(
      "file_storage_unavailable",
    );
    expect(await orphans()).toEqual([key]);
  });

  test("are deleted outside of any transaction", async () => {
    const { db, clock } = app.context;
    await db.sql`insert into file_orphan (key, since) values ('documents/slow', ${clock.now()})`;
    s3.delayMs = 2_000;
    const sweeping = sweepLater();
    await vi.waitFor(() => expect(s3.waiting).toBe(1), 60_000);
    const [open] = await db.sql<{ count: bigint }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    expect(open?.count).toBe(0n);
    expect(await sweeping).toBe(1);
    s3.delayMs = 0;
  });

  test("are rejected by storage if the request is signed with another secret", async () => {
    const { s3: settings } = app.context.config.files;
    if (settings === undefined) {
      throw new Error("no storage is set");
    }
    const store = createS3FileStore({ ...settings, secretAccessKey: "another secret" });
    await expect(store.put("documents/x", TEXT)).rejects.toThrow(/answered 403/);
    expect(s3.objects.size).toBe(0);
  });
});
