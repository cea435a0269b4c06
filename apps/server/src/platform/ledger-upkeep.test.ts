import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { verifyBooks } from "../verification/verify-books.ts";
import { createKeys } from "./keys.ts";
import { readPublicKeys, sealingKeyOf } from "./sealing-key.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

async function sealsOf(keys?: Awaited<ReturnType<typeof readPublicKeys>>) {
  const books = await verifyBooks(test.context.ledger, test.context.db, keys);
  return books.invariants.find(({ name }) => name === "the seals are unbroken");
}

it("seals what was written within seconds, by a key that verification finds", async () => {
  const { ledger, db, config } = test.context;
  await test.signUp();
  await expect.poll(async () => (await sealsOf())?.rows, { timeout: 15_000 }).toBeGreaterThan(0);
  const keys = await readPublicKeys(config);
  expect(await sealsOf(keys)).toMatchObject({ holds: true, firstBroken: null });
  const report = await ledger.verify(db, { publicKeys: keys });
  expect(report.holds).toBe(true);
  // Those keys are needed: without them the same seals are nobody's.
  expect((await sealsOf({}))?.firstBroken).toContain("unknown key");
}, 30_000);

it("seals what comes later too", async () => {
  await expect.poll(async () => (await sealsOf())?.rows, { timeout: 15_000 }).toBeGreaterThan(0);
  const before = (await sealsOf())?.rows ?? 0;
  await test.signUp();
  await expect
    .poll(async () => (await sealsOf())?.rows, { timeout: 15_000 })
    .toBeGreaterThan(before);
}, 40_000);

it("makes the same key of the same root key, and another of another", () => {
  const ids = [1, 1, 2].map((byte) => sealingKeyOf(createKeys(Buffer.alloc(32, byte))).keyId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});
