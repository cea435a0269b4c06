import { randomBytes } from "node:crypto";
import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ringOf, withCurrent } from "../../../platform/crypto/key-ring.ts";
import { createKeys } from "../../../platform/crypto/keys.ts";
import type { Db } from "../../../platform/database/db.ts";
import { newId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../../testing/cards-app.ts";
import { attachmentVault } from "./attachment-vault.ts";
import { insertAttachment } from "./attachments.repository.ts";
import { sealedAttachments } from "./reseal-attachments.ts";
import { lockOlderAttachments } from "./sealed-attachments.repository.ts";

let app: CardsApp;
let owner: Db;

beforeAll(async () => {
  app = await createCardsApp();
  owner = openDatabase({ url: app.database.ownerUrl }) as Db;
});
afterAll(async () => {
  await owner.close();
  await app.close();
});

test("resealing: afterward, only the new key opens attachments, no matter how many", async () => {
  const { customerId } = await app.newCustomer();
  const former = ringOf(randomBytes(32));
  const bytes = Buffer.from("a receipt");
  for (let place = 0; place < 12; place++) {
    const id = newId();
    await insertAttachment(app.context.db.kysely, {
      id,
      owner_id: customerId,
      message_id: null,
      place: null,
      name: null,
      kind: "text/plain",
      bytes: bytes.length,
      wrapped_key: null,
      sealed: createKeys(former).seal("support-attachment", bytes, id),
      created_at: app.context.clock.now(),
    });
  }
  const root = randomBytes(32);
  const keys = createKeys(withCurrent(former, root));

  expect(await sealedAttachments.countOlder(owner, keys)).toBe(12);
  const done = [];
  for (let some = -1; some !== 0; ) {
    some = await sealedAttachments.resealSome(owner, keys, 500);
    done.push(some);
  }
  expect(done).toEqual([10, 2, 0]);
  expect(await sealedAttachments.countOlder(owner, keys)).toBe(0);

  const alone = createKeys(ringOf(root));
  const stored = await lockOlderAttachments(owner.kysely, "none", 20);
  expect(
    stored.map(({ id, sealed }) => alone.open("support-attachment", sealed ?? Buffer.alloc(0), id)),
  ).toEqual(stored.map(() => bytes));
});

test("resealing: only the key is resealed for an attachment in object storage", async () => {
  await owner.sql`delete from support_attachment`;
  const { customerId } = await app.newCustomer();
  const former = ringOf(randomBytes(32));
  const bytes = Buffer.from("a receipt");
  const id = newId();
  const { sealed, wrappedKey } = attachmentVault.seal(createKeys(former), id, bytes, true);
  await insertAttachment(app.context.db.kysely, {
    ...{ id, owner_id: customerId, message_id: null, place: null, name: null, kind: "text/plain" },
    ...{ bytes: bytes.length, sealed: null, wrapped_key: wrappedKey },
    created_at: app.context.clock.now(),
  });
  const root = randomBytes(32);
  const keys = createKeys(withCurrent(former, root));
  while ((await sealedAttachments.resealSome(owner, keys, 500)) > 0) {
    // Repeats until everything is resealed.
  }
  expect(await sealedAttachments.countOlder(owner, keys)).toBe(0);
  const [row] = await owner.sql<{ wrapped_key: Buffer }[]>`
    select wrapped_key from support_attachment where id = ${id}`;
  const alone = createKeys(ringOf(root));
  const stored = { sealed, wrappedKey: row?.wrapped_key ?? null };
  expect(attachmentVault.open(alone, id, stored)).toEqual(bytes);
});
