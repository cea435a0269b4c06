import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAudit } from "../../testing/read-audit.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { inTransaction } from "../context.ts";
import { ringOf, withCurrent } from "../crypto/key-ring.ts";
import { createKeys } from "../crypto/keys.ts";
import { destroyKey, destroyVisitorKeys, selectKeys } from "../crypto/person-keys.repository.ts";
import { createPersonKeys, PROGRAM, sealedPersonKeys, visitorsOf } from "../crypto/person-keys.ts";
import { withDatabase } from "../database/with-database.ts";
import { newId } from "../ids.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const CANARY = "a small blue house by the river";

/** Destroys a key as an erasure would, with the privileges of the schema owner. */
function destroy(id: string): Promise<void> {
  return withDatabase(test.ownerUrl, (db) => destroyKey(db, { id, kind: "customer" }, new Date()));
}

/** An audit event in which a customer is both the actor and the subject. */
function entryOf(customerId: string, data: Readonly<Record<string, unknown>>) {
  return {
    action: "test.act",
    actor: customerId,
    customerId,
    object: null,
    outcome: "ok",
    requestId: newId(),
    data,
  } as const;
}

async function rawRow(customerId: string): Promise<string> {
  const rows = await test.context.db.sql<{ row: string }[]>`
    select a::text as row from ledger.audit a where customer_id = ${customerId}`;
  return rows.map(({ row }) => row).join("\n");
}

describe("an audit event", () => {
  it("seals a customer's text under the customer's key only, and can be opened again", async () => {
    const customerId = newId();
    const data = { note: CANARY, ip: "192.0.2.44", status: "open", after: { name: CANARY } };
    await test.context.ledger.appendAudit(test.context.db.kysely, [entryOf(customerId, data)]);
    const stored = await rawRow(customerId);
    expect(stored).not.toContain(CANARY);
    expect(stored).not.toContain("192.0.2.44");
    const [record] = await readAudit(test.context, { customerId });
    expect(record?.data).toMatchObject(data);
    expect(record?.isErased).toBe(false);
  });

  it("reads as erased after the key is destroyed, even if a server still caches it", async () => {
    const customerId = newId();
    const { db, ledger } = test.context;
    await ledger.appendAudit(db.kysely, [entryOf(customerId, { note: CANARY, status: "open" })]);
    await destroy(customerId);
    // This server still caches the key, and may seal with it for up to a minute.
    await ledger.appendAudit(db.kysely, [entryOf(customerId, { note: CANARY })]);
    const records = await readAudit(test.context, { customerId });
    expect(records.map(({ isErased }) => isErased)).toEqual([true, true]);
    expect(records[0]?.data).toMatchObject({ status: "open" });
    expect(JSON.stringify(records)).not.toContain(CANARY);
  });

  it("keeps its key until an erasure, no matter what the application's role writes", async () => {
    const customerId = newId();
    const { db, ledger } = test.context;
    await ledger.appendAudit(db.kysely, [entryOf(customerId, { note: CANARY })]);
    const owner = { id: customerId, kind: "customer" } as const;
    await expect(destroyKey(db, owner, new Date())).rejects.toThrow("by an erasure alone");
    const [record] = await readAudit(test.context, { customerId });
    expect(record?.data.note).toBe(CANARY);
  });

  it("stores no personal data about people whose keys were destroyed", async () => {
    const customerId = newId();
    const { db, ledger, personKeys } = test.context;
    await destroy(customerId);
    personKeys.forget(customerId);
    await ledger.appendAudit(db.kysely, [entryOf(customerId, { note: CANARY, status: "open" })]);
    const [record] = await readAudit(test.context, { customerId });
    expect(record).toMatchObject({ isErased: true, data: { status: "open" } });
    await expect(
      db.sql`update person_key set destroyed_at = null, key_id = 'x', wrapped_key = '\\x00'
        where owner_id = ${customerId}`,
    ).rejects.toThrow("was destroyed");
  });

  it("identifies its actor by id, and seals a name that matches no person", async () => {
    const customerId = newId();
    const entry = { ...entryOf(customerId, {}), actor: "Ann Smith of Elm Road" };
    await test.context.ledger.appendAudit(test.context.db.kysely, [entry]);
    expect(await rawRow(customerId)).not.toContain("Ann Smith");
    const [record] = await readAudit(test.context, { customerId });
    expect(record).toMatchObject({ actor: "system", data: { actorName: "Ann Smith of Elm Road" } });
  });

  it("by a visitor is erased with the month's key; one about the program is kept", async () => {
    const { db, ledger } = test.context;
    const at = test.context.clock.now();
    const about = { customerId: null, object: newId(), action: "sign_in_failed" } as const;
    await ledger.appendAudit(db.kysely, [
      { ...entryOf(newId(), { ip: "192.0.2.45" }), ...about, actor: "visitor" },
      { ...entryOf(newId(), { systemUser: "root" }), ...about, actor: "tessera", requestId: null },
    ]);
    const read = () => readAudit(test.context, { object: about.object });
    expect((await read()).map(({ data }) => data.ip ?? data.systemUser)).toEqual([
      "192.0.2.45",
      "root",
    ]);
    expect(await selectKeys(db, [visitorsOf(at).id, PROGRAM.id])).toHaveLength(2);
    expect(await destroyVisitorKeys(db, new Date(Date.now() + 1_000), new Date())).toBe(1);
    expect((await read()).map(({ isErased }) => isErased)).toEqual([true, false]);
  });
});

describe("a person's key", () => {
  it("is not cached if the transaction that created it is rolled back", async () => {
    const { db, personKeys } = test.context;
    const owner = { id: newId(), kind: "customer" } as const;
    let undone: Buffer | undefined;
    const attempt = inTransaction(db, async (tx) => {
      undone = await personKeys.forSealing(tx, owner);
      throw new Error("undone");
    });
    await expect(attempt).rejects.toThrow("undone");
    const kept = await personKeys.forSealing(db, owner);
    expect(kept).toBeDefined();
    expect(undone !== undefined && kept?.equals(undone)).toBe(false);
    const open = await personKeys.forOpening(db, [owner.id]);
    expect(open.get(owner.id)).toEqual(kept);
  });

  it("is created only once, even if two servers create it at the same time", async () => {
    const { db, keys } = test.context;
    const owner = { id: newId(), kind: "customer" } as const;
    const servers = [createPersonKeys(() => keys), createPersonKeys(() => keys)];
    const [one, other] = await Promise.all(
      servers.map((server) => inTransaction(db, (tx) => server.forSealing(tx, owner))),
    );
    expect(one).toBeDefined();
    expect(other).toEqual(one);
  });

  it("still opens data that it sealed after the root key is replaced", async () => {
    const own = await createTestContext();
    const { db } = own.context;
    const former = ringOf(randomBytes(32));
    const owner = { id: newId(), kind: "operator" } as const;
    const key = await createPersonKeys(() => createKeys(former)).forSealing(db, owner);
    const both = withCurrent(former, randomBytes(32));
    expect(await sealedPersonKeys.countOlder(db, createKeys(both))).toBe(1);
    expect(await sealedPersonKeys.resealSome(db, createKeys(both), 10)).toBe(1);
    expect(await sealedPersonKeys.countOlder(db, createKeys(both))).toBe(0);
    const alone = createKeys(ringOf(both.current));
    const opened = await createPersonKeys(() => alone).forOpening(db, [owner.id]);
    expect(opened.get(owner.id)).toEqual(key);
    await own.close();
  });
});
