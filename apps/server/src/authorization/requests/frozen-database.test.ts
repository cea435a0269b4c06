import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { openCard, send, type TestCard } from "../../testing/test-cards.ts";

let app: CardsApp;
let card: TestCard;
const frozen = new Set<number>();
let working: Promise<unknown>[] = [];

beforeAll(async () => {
  app = await createCardsApp({}, { hasUsualLimits: true });
  card = await openCard(app, await app.newCustomer());
});
afterAll(async () => {
  await thaw();
  await app?.close();
});
afterEach(thaw);

async function thaw(): Promise<void> {
  for (const pid of frozen) {
    process.kill(pid, "SIGCONT");
  }
  frozen.clear();
  await Promise.allSettled(working);
  working = [];
}

const POOLED = 6;
/** In milliseconds: well above the usual limit of 2 s, but below the time other work waits. */
const OTHERS_MS = 9_000;

/** Uses every pooled connection at once, and returns their backends' process ids. */
async function pooledBackends(): Promise<ReadonlySet<number>> {
  const pids = new Set<number>();
  const all = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: POOLED }, () =>
      inTransaction(app.context.db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        if (pids.add(rows[0]?.pid ?? 0).size === POOLED) {
          all.resolve();
        }
        await all.promise;
      }),
    ),
  );
  return pids;
}

/**
 * Opens every pooled connection and suspends its backend, which then neither responds nor exits.
 *
 * @param isInUse whether other work is waiting on each of these connections
 */
async function freezePool(isInUse: boolean): Promise<void> {
  const { db } = app.context;
  let pids = await pooledBackends();
  // The pool may replace a connection on which an earlier test gave up.
  for (let later = await pooledBackends(); [...later].some((pid) => !pids.has(pid)); ) {
    pids = later;
    later = await pooledBackends();
  }
  for (const pid of pids) {
    frozen.add(pid);
    process.kill(pid, "SIGSTOP");
  }
  if (isInUse) {
    working = Array.from({ length: POOLED }, () =>
      inTransaction(db, (tx) => sql`select 1`.execute(tx)),
    );
  }
}

/** Returns the process ids of all of the server's backends. */
async function allBackends(): Promise<ReadonlySet<number>> {
  const rows = await app.context.db.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where usename = current_user and datname = current_database()`;
  return new Set(rows.map(({ pid }) => pid));
}

/**
 * Sends a message while every pooled connection is frozen. Background work also gives up on frozen
 * connections, and the pool opens others in their place; a message that was sent too late to find
 * only frozen ones is sent again.
 */
async function sendFrozen(
  message: "authorize" | "single-message" | "reverse",
  body: () => object,
  isInUse: boolean,
): Promise<{ status: number; ms: number }> {
  for (;;) {
    await freezePool(isInUse);
    const before = await allBackends();
    const startMs = performance.now();
    const { status } = await send(app, message, body());
    const ms = performance.now() - startMs;
    const after = await allBackends();
    if (status === 503 || [...after].every((pid) => before.has(pid))) {
      return { status, ms };
    }
    await thaw();
  }
}

function payment() {
  const { pan, cvv, expiryMonth, expiryYear } = card;
  return {
    ...{ pan, cvv, expiryMonth, expiryYear },
    amount: "40.00",
    currency: "USD",
    merchant: { name: "Adobe", mcc: "5734", country: "US" },
    networkReference: newId(),
  };
}

describe.each([
  ["idle", false],
  ["in use", true],
] as const)("a server whose pooled connections are all %s and frozen", (_name, isInUse) => {
  test.each(["authorize", "single-message"] as const)(
    "fails a message with an id after 2 s: %s",
    async (message) => {
      const { status, ms } = await sendFrozen(message, payment, isInUse);
      expect(status).toBe(503);
      expect(ms).toBeLessThan(OTHERS_MS);
    },
  );

  test("fails a reversal after 2 s", async () => {
    const reversal = () => ({ networkReference: newId() });
    const { status, ms } = await sendFrozen("reverse", reversal, isInUse);
    expect(status).toBe(503);
    expect(ms).toBeLessThan(OTHERS_MS);
  });
});
