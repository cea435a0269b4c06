import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ringOf } from "../../platform/crypto/key-ring.ts";
import { createKeys, KeyError } from "../../platform/crypto/keys.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { findHolderRow, insertHolder } from "./holder.repository.ts";
import { openFacts, sealFacts } from "./holder-seal.ts";
import { sealedHolders } from "./reseal-holders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

test("cardholders: after resealing, facts can be opened only with the new root key", async () => {
  const { db } = app.context;
  const { customerId } = await app.signUp();
  const former = ringOf(randomBytes(32));
  const next = { ...ringOf(randomBytes(32)), others: [former.current] };
  const [before, after] = [createKeys(former), createKeys(next)];
  const facts = { phone: "+493012345678" };
  const sealed = sealFacts(before, customerId, facts);
  await insertHolder(db.kysely, { customerId, revision: 1, sealed }, new Date());
  expect(await sealedHolders.countOlder(db, after)).toBe(1);
  expect(await sealedHolders.resealSome(db, after, 10)).toBe(1);
  expect(await sealedHolders.countOlder(db, after)).toBe(0);
  const row = await findHolderRow(db.kysely, customerId);
  if (row === undefined) {
    throw new Error("the cardholder is missing");
  }
  expect(row.revision).toBe(1);
  const alone = createKeys(ringOf(next.current));
  expect(openFacts(alone, customerId, row.sealed)).toEqual(facts);
  expect(() => openFacts(before, customerId, row.sealed)).toThrow(KeyError);
  expect(() => openFacts(alone, "another", row.sealed)).toThrow(KeyError);
});
