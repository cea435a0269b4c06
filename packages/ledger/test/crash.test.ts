import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  assertDurable,
  inTransaction,
  migrate,
  openDatabase,
  UnknownOutcomeError,
} from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { v4 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLedger, houseAccount, type Movement } from "../src/index.ts";
import { ledgerMigrations } from "../src/migrations.ts";
import { movementOf } from "./ledger-fixture.ts";

const CYCLES = Number(process.env.LEDGER_CRASH_CYCLES ?? 4);
const WRITERS = 16;
const CUSTOMERS = 8;
const FUNDED = 1_000_000_000n;
const WAIT = { timeout: 60_000 };
const TIMEOUT_MS = 120_000 + CYCLES * 60_000;
const FEES = houseAccount("fees", "USD");

let directory: string;
let server: EmbeddedServer;
/** Every use of the server. Only the last one to stop shuts it down. */
const uses: EmbeddedServer[] = [];

async function startServer(): Promise<void> {
  server = await startEmbeddedServer({ dataDir: join(directory, "pg") });
  uses.push(server);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "ledger-crash-"));
  chmodSync(directory, 0o755);
  await startServer();
  await migrate({ ownerUrl: server.ownerUrl, migrations: ledgerMigrations });
}, 180_000);
afterAll(async () => {
  for (const use of uses) {
    await use.stop();
  }
  rmSync(directory, { recursive: true, force: true });
}, 180_000);

function childrenInProc(parent: number): number[] {
  const children = readdirSync("/proc").filter((name) => {
    try {
      const status = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, "utf8") : "";
      return status.split(") ").at(-1)?.split(" ")[1] === String(parent);
    } catch {
      return false;
    }
  });
  return children.map(Number);
}

function childrenByPs(parent: number): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

/** Kills the postmaster and all of its child processes with SIGKILL. */
function killEverything(): void {
  if (process.platform === "win32") {
    execFileSync("taskkill", ["/F", "/T", "/PID", String(server.pid)]);
    return;
  }
  // Linux has /proc. On other systems, `ps` is available.
  const childrenOf = process.platform === "linux" ? childrenInProc : childrenByPs;
  for (const pid of [server.pid, ...childrenOf(server.pid)]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process exited after it was listed.
    }
  }
}

test(`crash: SIGKILL of PostgreSQL under ${WRITERS} writers loses nothing`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const db = openDatabase<unknown>({ url: server.appUrl, maxConnections: 8 });
  await assertDurable(db.sql);
  const ledger = createLedger({ db, maxBatch: 8 });
  const customers = await inTransaction(db, async (tx) => {
    const ids = Array.from({ length: CUSTOMERS }, () => v4());
    const accounts = await ledger.openAccounts(
      tx,
      ids.flatMap((customerId) => [
        { customerId, kind: "account" as const, currency: "USD" as const },
        { customerId, kind: "card" as const, currency: "USD" as const },
      ]),
    );
    return ids.map((customerId, index) => ({
      customerId,
      account: accounts[index * 2] ?? 0n,
      card: accounts[index * 2 + 1] ?? 0n,
    }));
  });
  for (const { customerId, account } of customers) {
    await ledger.submit(
      movementOf(customerId, [
        { type: "transfer", debit: FEES, credit: account, amountMinor: FUNDED },
      ]),
    );
  }

  const acknowledged = new Set<string>();
  const unknown: Movement[] = [];
  let sent = 0;
  let running = true;
  async function writer(index: number): Promise<void> {
    const { customerId, account, card } = customers[index % CUSTOMERS] ?? {
      customerId: "",
      account: 0n,
      card: 0n,
    };
    while (running) {
      const movement = movementOf(customerId, [
        { type: "transfer", debit: account, credit: card, amountMinor: 3n },
        { type: "transfer", debit: account, credit: FEES, amountMinor: 1n },
      ]);
      sent += 1;
      try {
        // Half of the writers may wait for the server to come back. The other half must get an
        // unknown outcome.
        const result = await ledger.submit(movement, {
          deadlineMs: index % 2 === 0 ? 20_000 : 1,
        });
        expect(result.outcome).not.toBe("refused");
        acknowledged.add(movement.id);
      } catch (error) {
        if (error instanceof UnknownOutcomeError) {
          unknown.push(movement);
        }
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => writer(index));
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const before = acknowledged.size;
    await sleep(800 + Math.random() * 400);
    await expect.poll(() => acknowledged.size, WAIT).toBeGreaterThan(before + 20);
    killEverything();
    await startServer();
  }
  await sleep(500);
  running = false;
  await Promise.all(writers);

  const rows = await db.sql<{ id: string; transfers: number }[]>`
      select m.id, count(t.n)::int as transfers from ledger.movement m
      left join ledger.transfer t on t.movement_id = m.id
      where m.created_at is not null group by m.id`;
  const present = new Map(rows.map(({ id, transfers }) => [id, transfers]));
  expect([...acknowledged].filter((id) => present.get(id) !== 2)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(CYCLES * 20);

  for (const movement of unknown) {
    const asked = await ledger.movementResult(movement.id);
    const settled = await ledger.submit(movement);
    expect(settled.outcome).toBe(asked === undefined ? "posted" : "already_posted");
    acknowledged.add(movement.id);
  }
  const effects = BigInt((await countMovements(db)) - CUSTOMERS);
  const balances = await ledger.balances(
    db,
    customers.flatMap(({ account, card }) => [account, card]),
  );
  const total = balances.reduce((sum, { postedMinor }) => sum + postedMinor, 0n);
  expect(total).toBe(BigInt(CUSTOMERS) * FUNDED - effects);
  expect(effects).toBeGreaterThanOrEqual(BigInt(acknowledged.size));
  const report = await ledger.verify(db);
  expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
  process.stdout.write(
    `crash: ${sent} sent, ${acknowledged.size} acknowledged, ` +
      `${unknown.length} unknown and settled\n`,
  );
  await ledger.close();
  await db.close();
});

async function countMovements(db: ReturnType<typeof openDatabase<unknown>>): Promise<number> {
  const [row] = await db.sql<
    { count: number }[]
  >`select count(*)::int as count from ledger.movement`;
  return row?.count ?? 0;
}
