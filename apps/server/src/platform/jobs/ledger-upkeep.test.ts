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
import { SEALING_LIMITS, type SealingLimits, startLedgerUpkeep } from "./ledger-upkeep.ts";

/** Sealing waits for transactions in other test files, some of which run for many seconds. */
const WAIT = { timeout: 50_000 };
/** A limit that no test reaches, in milliseconds. */
const ENDLESS_MS = 600_000;

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
  await expect.poll(async () => (await sealsOf())?.rows, WAIT).toBeGreaterThan(0);
  const keys = await readPublicKeys(config);
  expect(await sealsOf(keys)).toMatchObject({ holds: true, firstBroken: null });
  const report = await ledger.verify(db, { publicKeys: keys });
  expect(report.holds).toBe(true);
  // Without its public key, the same seals are reported as signed by an unknown key.
  expect((await sealsOf({}))?.firstBroken).toContain("unknown key");
});

it("ledger upkeep: writes made later are sealed too", async () => {
  await expect.poll(async () => (await sealsOf())?.rows, WAIT).toBeGreaterThan(0);
  const before = (await sealsOf())?.rows ?? 0;
  await test.signUp();
  await expect.poll(async () => (await sealsOf())?.rows, WAIT).toBeGreaterThan(before);
});

it("ledger upkeep: derives the same sealing key only from the same root key", () => {
  const ids = [1, 1, 2].map((byte) => sealingKeyOf(createKeys(Buffer.alloc(32, byte))).keyId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

/** How long a simulated seal takes, in milliseconds. */
const SEAL_MS = 50;

/** Simulates sealing one block after another, until the test stops it. */
async function slowSealing(limits: Partial<SealingLimits>) {
  const { context } = test;
  const blocks: bigint[] = [];
  let go: ((stopping: AbortSignal) => Promise<void>) | undefined;
  const every: AppContext["jobs"]["every"] = (_intervalMs, name, task) => {
    go = name === "sealing" ? task : go;
  };
  const seal = async (): Promise<SealedBlock> => {
    await sleep(SEAL_MS);
    // Block numbers far above those of any blocks that the test's server seals.
    const n = 1_000_000n + BigInt(blocks.length);
    blocks.push(n);
    return { n, rows: 1n, hash: "00", signature: "", keyId: "none" };
  };
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-seals-"));
  const config = { ...context.config, dataDir };
  await startLedgerUpkeep(
    {
      ...context,
      jobs: { ...context.jobs, every },
      ledger: { ...context.ledger, seal },
      config,
    },
    { ...SEALING_LIMITS, runMs: ENDLESS_MS, ...limits },
  );
  const stopping = new AbortController();
  return {
    config,
    blocks,
    begin: () => go?.(stopping.signal),
    stop: () => stopping.abort(),
  };
}

it("ledger upkeep: seals even if the newest block cannot be stored on disk", async () => {
  const { config, blocks, begin, stop } = await slowSealing({});
  await mkdir(join(config.dataDir, "seal-keys", "head.json"), { recursive: true });
  const run = begin();
  await expect.poll(() => blocks.length, WAIT).toBeGreaterThan(1);
  stop();
  await run;
});

it("ledger upkeep: ends the pause after a slow seal when the server stops", async () => {
  const { blocks, begin, stop } = await slowSealing({ pauseFactor: 1e6, maxPauseMs: ENDLESS_MS });
  const run = begin();
  await expect.poll(() => blocks.length, WAIT).toBe(1);
  stop();
  // Without the stop, the pause would take longer than the test is allowed to.
  await run;
  expect(blocks).toHaveLength(1);
});

it("ledger upkeep: pauses for at most a second after a slow seal", async () => {
  const { maxPauseMs } = SEALING_LIMITS;
  expect(maxPauseMs).toBeLessThanOrEqual(1_000);
  // Without the maximum, the first pause would take longer than the test is allowed to.
  const { blocks, begin, stop } = await slowSealing({ pauseFactor: 1e6 });
  const run = begin();
  await expect.poll(() => blocks.length, WAIT).toBeGreaterThan(1);
  stop();
  await run;
});

it("ledger upkeep: ends a run that has taken long enough, even with a backlog", async () => {
  const { blocks, begin } = await slowSealing({ runMs: SEAL_MS });
  await begin();
  expect(blocks).toHaveLength(1);
});
