import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SealedBlock } from "@tessera/ledger";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyBooks } from "../../operations/verify/verify-books.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { AppContext } from "../context.ts";
import { createKeys } from "../crypto/keys.ts";
import { readPublicKeys, sealingKeyOf } from "../crypto/sealing-key.ts";
import { startLedgerUpkeep } from "./ledger-upkeep.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

async function sealsOf(keys?: Awaited<ReturnType<typeof readPublicKeys>>) {
  const books = await verifyBooks(test.context.ledger, test.context.db, keys);
  return books.invariants.find(({ name }) => name === "the seals are unbroken");
}

it("ledger upkeep: seals new writes in seconds, with a key that verification finds", async () => {
  const { ledger, db, config } = test.context;
  await test.signUp();
  await expect.poll(async () => (await sealsOf())?.rows, { timeout: 15_000 }).toBeGreaterThan(0);
  const keys = await readPublicKeys(config);
  expect(await sealsOf(keys)).toMatchObject({ holds: true, firstBroken: null });
  const report = await ledger.verify(db, { publicKeys: keys });
  expect(report.holds).toBe(true);
  // Without its public key, the same seals are reported as signed by an unknown key.
  expect((await sealsOf({}))?.firstBroken).toContain("unknown key");
}, 30_000);

it("ledger upkeep: writes made later are sealed too", async () => {
  await expect.poll(async () => (await sealsOf())?.rows, { timeout: 15_000 }).toBeGreaterThan(0);
  const before = (await sealsOf())?.rows ?? 0;
  await test.signUp();
  await expect
    .poll(async () => (await sealsOf())?.rows, { timeout: 15_000 })
    .toBeGreaterThan(before);
}, 40_000);

it("ledger upkeep: derives the same sealing key only from the same root key", () => {
  const ids = [1, 1, 2].map((byte) => sealingKeyOf(createKeys(Buffer.alloc(32, byte))).keyId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

/** Simulates sealing blocks one after another, with each block taking `sealMs`. */
async function slowSealing(sealMs: number) {
  const { context } = test;
  const blocks: bigint[] = [];
  let go: ((stopping: AbortSignal) => Promise<void>) | undefined;
  const every: AppContext["jobs"]["every"] = (_intervalMs, name, task) => {
    go = name === "sealing" ? task : go;
  };
  const seal = async (): Promise<SealedBlock> => {
    await sleep(sealMs);
    // Block numbers far above those of blocks sealed by the test's server.
    const n = 1_000_000n + BigInt(blocks.length);
    blocks.push(n);
    return { n, rows: 1n, hash: "00", signature: "", keyId: "none" };
  };
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-seals-"));
  const config = { ...context.config, dataDir };
  await startLedgerUpkeep({
    ...context,
    jobs: { ...context.jobs, every },
    ledger: { ...context.ledger, seal },
    config,
  });
  return { config, blocks, go: (stopping: AbortSignal) => go?.(stopping) };
}

it("ledger upkeep: seals even if the newest block cannot be stored on disk", async () => {
  const { config, go, blocks } = await slowSealing(300);
  await mkdir(join(config.dataDir, "seal-keys", "head.json"), { recursive: true });
  await go(new AbortController().signal);
  expect(blocks.length).toBeGreaterThan(1);
}, 20_000);

it("ledger upkeep: ends the pause after a slow seal when the server stops", async () => {
  const { blocks, go } = await slowSealing(1_000);
  const stopping = new AbortController();
  const going = go(stopping.signal);
  await expect.poll(() => blocks.length, { timeout: 5_000 }).toBe(1);
  const startMs = performance.now();
  stopping.abort();
  await going;
  expect(performance.now() - startMs).toBeLessThan(500);
  expect(blocks).toHaveLength(1);
}, 20_000);

it("ledger upkeep: pauses for at most a second after a slow seal", async () => {
  const { blocks, go } = await slowSealing(300);
  await go(new AbortController().signal);
  expect(blocks.length).toBeGreaterThan(1);
}, 20_000);
