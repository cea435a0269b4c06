import { UnknownOutcomeError } from "@tessera/database";
import postgres from "postgres";
import { v4 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Batcher } from "../src/batcher.ts";
import type { PreparedMovement } from "../src/prepare-movement.ts";
import type { Movement, Result } from "../src/types.ts";
import {
  type Customer,
  type Fixture,
  movementOf,
  openCustomer,
  openFixture,
} from "./ledger-fixture.ts";

const WAIT = { timeout: 20_000 };
/** A deadline that no test reaches, in milliseconds. */
const ENDLESS_MS = 600_000;
/** A deadline that leaves time for a busy machine. */
const PATIENT = { deadlineMs: 60_000 };

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

function toCard({ customerId, account, card }: Customer): Movement {
  return movementOf(customerId, [
    { type: "transfer", debit: account, credit: card, amountMinor: 1n },
  ]);
}

const withCode = (code: string) => Object.assign(new Error(code), { code });

function posted({ movement }: PreparedMovement): Result {
  return { outcome: "posted", movementId: movement.id, balances: [], createdAt: new Date() };
}

/** Creates a batcher on a database that responds as specified by `answer`. */
function openBatcher(answer: (batch: readonly PreparedMovement[]) => Promise<Result[]>) {
  return new Batcher({ send: answer, maxBatch: 100, maxInFlight: 1, maxQueued: 1_000 });
}

it("batcher: other batches start while one batch waits for its second response", async () => {
  const lost = movementOf(v4(), []);
  let tries = 0;
  const batcher = openBatcher(async (batch) => {
    if (batch.some(({ movement }) => movement.id === lost.id)) {
      tries += 1;
      throw withCode("ETIMEDOUT");
    }
    return batch.map(posted);
  });
  let isWaiting = true;
  const doubtful = batcher.submit(lost, { deadlineMs: ENDLESS_MS }).finally(() => {
    isWaiting = false;
  });
  doubtful.catch(() => undefined);
  await expect.poll(() => tries, WAIT).toBeGreaterThan(0);
  await batcher.submit(movementOf(v4(), []), {});
  expect(isWaiting).toBe(true);
  const closed = batcher.close();
  await expect(doubtful).rejects.toBeInstanceOf(UnknownOutcomeError);
  await closed;
});

it("batcher: an outcome stays unknown if a retry finds the disk full", async () => {
  const codes = ["ECONNRESET", "53100"];
  const batcher = openBatcher(async () => {
    throw withCode(codes.shift() ?? "53100");
  });
  await expect(batcher.submit(movementOf(v4(), []), {})).rejects.toBeInstanceOf(
    UnknownOutcomeError,
  );
});

it("batcher: rejects the entire batch after a single attempt if the disk is full", async () => {
  let tries = 0;
  const batcher = openBatcher(async () => {
    tries += 1;
    throw withCode("53100");
  });
  const refused = await Promise.allSettled(
    Array.from({ length: 8 }, () => batcher.submit(movementOf(v4(), []), {})),
  );
  expect(refused.map(({ status }) => status)).toEqual(Array(8).fill("rejected"));
  expect(tries).toBe(1);
});

it("batcher: other callers get responses while one movement's row is locked", async () => {
  const stuck = await openCustomer(fixture, 100n);
  const others = await Promise.all(Array.from({ length: 5 }, () => openCustomer(fixture, 100n)));
  const owner = postgres(fixture.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const holder = await owner.reserve();
  await holder`begin`;
  await holder.unsafe(`select from ledger.balance where account_id = ${stuck.account} for update`);
  const held = fixture.ledger.submit(toCard(stuck), { deadlineMs: 3_000 });
  held.catch(() => undefined);
  let isWaiting = true;
  const waiting = fixture.ledger.submit(toCard(stuck), PATIENT).finally(() => {
    isWaiting = false;
  });
  waiting.catch(() => undefined);
  const answers = await Promise.all(
    others.map((one) => fixture.ledger.submit(toCard(one), PATIENT)),
  );
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("posted"));
  expect(isWaiting).toBe(true);
  await expect(held).rejects.toMatchObject({ code: "55P03" });
  await holder`rollback`;
  holder.release();
  expect((await waiting).outcome).toBe("posted");
  await owner.end();
});

it("batcher: four callers get responses while one of two backends is frozen", async () => {
  const callers = await Promise.all(
    Array.from({ length: 4 }, () => openCustomer(fixture, 10_000n)),
  );
  const [row] = await fixture.db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = row?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  let slowestMs = 0;
  const outcomes = new Set<string>();
  try {
    const end = performance.now() + 4_000;
    await Promise.all(
      callers.map(async (caller) => {
        while (performance.now() < end) {
          const start = performance.now();
          const { outcome } = await fixture.ledger.submit(toCard(caller), PATIENT);
          slowestMs = Math.max(slowestMs, performance.now() - start);
          outcomes.add(outcome);
        }
      }),
    );
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect([...outcomes]).toEqual(["posted"]);
  expect(slowestMs).toBeGreaterThan(1_000);
  // All of them got their responses while the backend was frozen.
  expect(slowestMs).toBeLessThan(PATIENT.deadlineMs);
});
