import { randomBytes } from "node:crypto";
import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ringOf, withCurrent } from "../../../platform/crypto/key-ring.ts";
import { createKeys } from "../../../platform/crypto/keys.ts";
import type { Db } from "../../../platform/database/db.ts";
import { newId, parseId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../../testing/cards-app.ts";
import { openTestCase, testPdf } from "../../../testing/test-reviews.ts";
import { openDocument, resealDocument, sealDocument } from "./document-vault.ts";
import { insertDocument } from "./documents.repository.ts";
import { sealedDocuments } from "./reseal-documents.ts";
import { lockOlderDocuments } from "./sealed-documents.repository.ts";

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

test("resealing: a new key opens a document only after the document is resealed", async () => {
  const customer = await app.newCustomer();
  const caseId = parseId("case", await openTestCase(app, customer)) ?? "";
  const former = ringOf(randomBytes(32));
  const place = { id: newId(), caseId, customerId: customer.customerId };
  const bytes = testPdf();
  const { keyId, wrappedKey, sealed } = sealDocument(createKeys(former), place, bytes);
  await insertDocument(app.context.db.kysely, {
    id: place.id,
    case_id: caseId,
    customer_id: place.customerId,
    item: "other",
    name: "a.pdf",
    type: "application/pdf",
    bytes: bytes.length,
    content_index: randomBytes(32),
    key_id: keyId,
    wrapped_key: wrappedKey,
    sealed,
    created_at: app.context.clock.now(),
  });
  const root = randomBytes(32);
  const keys = createKeys(withCurrent(former, root));

  expect(await sealedDocuments.countOlder(owner, keys)).toBe(1);
  expect(await sealedDocuments.resealSome(owner, keys, 500)).toBe(1);
  expect(await sealedDocuments.resealSome(owner, keys, 500)).toBe(0);
  expect(await sealedDocuments.countOlder(owner, keys)).toBe(0);

  const [stored] = await lockOlderDocuments(owner.kysely, "none", 1);
  const alone = createKeys(ringOf(root));
  const resealed = stored?.sealed ?? Buffer.alloc(0);
  expect(stored && openDocument(alone, stored, { ...stored, sealed: resealed })).toEqual(bytes);
});

test("resealing: only the key is resealed for a document stored outside the database", () => {
  const former = ringOf(randomBytes(32));
  const place = { id: newId(), caseId: newId(), customerId: newId() };
  const bytes = testPdf();
  const { sealed, ...sealing } = sealDocument(createKeys(former), place, bytes, true);
  const root = randomBytes(32);
  const keys = createKeys(withCurrent(former, root));
  const resealed = resealDocument(keys, place, { ...sealing, sealed: null });
  expect([resealed.sealed, resealed.keyId]).toEqual([null, keys.keyId]);
  const alone = createKeys(ringOf(root));
  expect(openDocument(alone, place, { ...resealed, sealed }, true)).toEqual(bytes);
});
