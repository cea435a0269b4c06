import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Database,
  databaseErrorKind,
  inTransaction,
  openDatabase,
  type Pooled,
  UnknownOutcomeError,
} from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { createCommitWatch } from "./commit-watch.ts";
import { connectTo, serverAnswers } from "./connect-to.ts";
import { openConnectionPool } from "./connection-pool.ts";
import { openResilientSql } from "./resilient-sql.ts";

const MIGRATIONS = [
  {
    id: "test-0001",
    sql: "create table item (id bigint primary key); grant all on item to tessera_app;",
  },
];

/**
 * Upper bounds, in milliseconds: less than the 10 s after which the limits of other connections
 * apply, and long enough for a busy machine.
 */
const PAYMENT_BOUND_MS = 8_000;
const OTHERS_BOUND_MS = 30_000;

/** Used only in this test, for a proxy on this machine. */
const TLS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgz5Lwuq75QB+TtMOU
9lO5KPBSTBb4W0gSm9X2q2dIa7OhRANCAARVj4JVU7CmYNV64xzGU1zXIn7CZaUn
P+uYgifk3Vk02bSEFHlgfwrV8jCmi1Gg8A+KWJouJS9j4SIDCdC8WxqT
-----END PRIVATE KEY-----`;
const TLS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUFHU8rTzDiaoV/Er+0RGueKwoT1AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIzNDA1NVoYDzIxMjYxMDMw
MjM0MDU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARVj4JVU7CmYNV64xzGU1zXIn7CZaUnP+uYgifk3Vk02bSEFHlgfwrV
8jCmi1Gg8A+KWJouJS9j4SIDCdC8WxqTo1MwUTAdBgNVHQ4EFgQU17jbVP93daqM
3Tk3bK60tIQ72lswHwYDVR0jBBgwFoAU17jbVP93daqM3Tk3bK60tIQ72lswDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBS/rVtUvtArHeDev5lurwx
0fJ/Uq9xhGot/T9A9rcrtgIhAIr1kHgz2tgq4cSTDV5iPl2UKFvzP0o3fEFhhlcp
4YNf
-----END CERTIFICATE-----`;

let database: TestDatabase;
const stopped = new Set<number>();
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: MIGRATIONS });
});
afterAll(async () => {
  for (const pid of stopped) {
    process.kill(pid, "SIGCONT");
  }
  await Promise.all(open.map((one) => one.close()));
  await database.drop();
});

function openTestDatabase(
  options: Partial<Parameters<typeof openDatabase>[0]> = {},
): Database<object> {
  const db = openDatabase<object>({ url: database.appUrl, pipelinedConnections: 1, ...options });
  open.push(db);
  return db;
}

/** Suspends a backend process, which then neither responds nor exits. */
function freeze(pid: number): void {
  stopped.add(pid);
  process.kill(pid, "SIGSTOP");
}

async function millisecondsOf(work: Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const start = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { ms: performance.now() - start, error };
}

interface Proxy {
  readonly url: string;
  /** Stops forwarding in both directions without closing anything. */
  freeze(): void;
}

/** Opens a proxy to the database that can be frozen. Encrypts the client side if `isTls` is set. */
async function openProxy({ isTls = false } = {}): Promise<Proxy> {
  const target = new URL(database.appUrl);
  const sockets: Socket[] = [];
  let isFrozen = false;
  async function pass(client: Socket): Promise<void> {
    sockets.push(client);
    let near = client;
    if (isTls) {
      await once(client, "data");
      client.write("S");
      near = new TLSSocket(client, { isServer: true, key: TLS_KEY, cert: TLS_CERTIFICATE });
    }
    const far = connect(Number(target.port), target.hostname);
    sockets.push(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => undefined);
      from.on("data", (chunk) => isFrozen || to.write(chunk));
      from.on("close", () => isFrozen || to.destroy());
    }
  }
  const server: Server = createServer((client) => void pass(client));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
    },
  });
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" ? address?.port : 0);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
  };
}

it.concurrent("frozen backend: a pipelined write has an unknown outcome after 2 s", async () => {
  const db = openTestDatabase();
  const [row] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  freeze(row?.pid ?? 0);
  const write = millisecondsOf(db.autoCommit(db.sql`insert into item values (1)`));
  const behind = millisecondsOf(db.sql`select 1`);
  expect((await write).error).toBeInstanceOf(UnknownOutcomeError);
  expect((await write).ms).toBeLessThan(PAYMENT_BOUND_MS);
  expect(databaseErrorKind((await behind).error)).toBe("connection_lost");
  expect((await behind).ms).toBeLessThan(PAYMENT_BOUND_MS);
  const [next] = await db.sql<{ one: number }[]>`select 1 as one`;
  expect(next).toEqual({ one: 1 });
  expect(db.figures().pipelined).toEqual({ size: 1, lost: 1, silent: 1 });
});

it.concurrent("frozen backend: a transaction is lost after 10 s", async () => {
  const db = openTestDatabase({ maxConnections: 2 });
  const lost = await millisecondsOf(
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      freeze(rows[0]?.pid ?? 0);
      await sql`insert into item values (2)`.execute(tx);
    }),
  );
  expect(databaseErrorKind(lost.error)).toBe("connection_lost");
  expect(lost.ms).toBeGreaterThan(8_000);
  expect(lost.ms).toBeLessThan(OTHERS_BOUND_MS);
  const rows = await inTransaction(db, (tx) => sql`select id from item where id = 2`.execute(tx));
  expect(rows.rows).toEqual([]);
  expect(db.figures().pooled).toEqual({ size: 1, busy: 0, waiting: 0, lost: 1, silent: 1 });
});

it.concurrent("frozen backend: an urgent transaction is lost after 2 s", async () => {
  const db = openTestDatabase({ maxConnections: 2 });
  const lost = await millisecondsOf(
    inTransaction(db.urgent, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      freeze(rows[0]?.pid ?? 0);
      await sql`insert into item values (4)`.execute(tx);
    }),
  );
  expect(databaseErrorKind(lost.error)).toBe("connection_lost");
  expect(lost.ms).toBeLessThan(PAYMENT_BOUND_MS);
});

it.concurrent("urgent transactions: timeouts set for a transaction end with it", async () => {
  const db = openTestDatabase({ maxConnections: 2 });
  const limits = async (pooled: Pooled<object>) =>
    inTransaction(pooled, async (tx) => {
      const { rows } = await sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock`.execute(tx);
      return rows[0];
    });
  expect(await limits(db.urgent)).toEqual({ statement: "1800ms", lock: "1500ms" });
  expect(await limits(db)).toEqual({ statement: "5s", lock: "2s" });
});

it.concurrent("urgent transactions: the wait for a connection ends after 2 s", async () => {
  const db = openTestDatabase({ maxConnections: 2 });
  const release = Promise.withResolvers<void>();
  const holding = inTransaction(db, () => release.promise);
  await sleep(50);
  const refused = await millisecondsOf(inTransaction(db.urgent, async () => undefined));
  expect(databaseErrorKind(refused.error)).toBe("too_many_connections");
  expect(refused.ms).toBeLessThan(PAYMENT_BOUND_MS);
  release.resolve();
  await holding;
});

it.concurrent("frozen proxy: a commit has an unknown outcome after 10 s", async () => {
  const proxy = await openProxy();
  const db = openTestDatabase({ url: proxy.url, maxConnections: 2 });
  const lost = await millisecondsOf(
    inTransaction(db, async (tx) => {
      await sql`insert into item values (3)`.execute(tx);
      proxy.freeze();
    }),
  );
  expect(lost.error).toBeInstanceOf(UnknownOutcomeError);
  expect(lost.ms).toBeLessThan(OTHERS_BOUND_MS);
});

it.concurrent("frozen proxy: an encrypted connection is also lost after 2 s", async () => {
  const proxy = await openProxy({ isTls: true });
  const db = openTestDatabase({ url: `${proxy.url}?sslmode=require` });
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  expect(await db.sql`select id from item where id = ${0}`).toEqual([]);
  proxy.freeze();
  const lost = await millisecondsOf(db.sql`select 1`);
  expect(databaseErrorKind(lost.error)).toBe("connection_lost");
  expect(lost.ms).toBeLessThan(PAYMENT_BOUND_MS);
});

it.concurrent("database TLS: rejects a self-signed certificate with verify-full", async () => {
  const proxy = await openProxy({ isTls: true });
  const db = openTestDatabase({ url: `${proxy.url}?sslmode=verify-full` });
  await expect(db.sql`select 1`).rejects.toThrow(/self-signed|certificate/);
});

it.concurrent("connection pool: transactions with their own timeout may stay silent", async () => {
  const pool = openConnectionPool(
    database.appUrl,
    { connect_timeout: 30 },
    { size: 1, silenceMs: 2_500, acquireTimeoutMs: 5_000, watch: createCommitWatch() },
  );
  open.push({ close: () => pool.end() });
  const patient = await pool.reserve();
  await patient.unsafe("begin");
  await patient.unsafe("set local statement_timeout = 0");
  await patient.unsafe("select pg_sleep(5)");
  await patient.unsafe("commit");
  patient.release();
  const usual = await pool.reserve();
  const [row] = await usual.unsafe("select pg_backend_pid() as pid");
  const lost = await millisecondsOf(usual.unsafe("select pg_sleep(20)"));
  expect(databaseErrorKind(lost.error)).toBe("connection_lost");
  usual.release();
  // The backend does not notice, and would keep the database in use.
  const db = openTestDatabase();
  await db.sql`select pg_terminate_backend(${row?.pid ?? 0})`;
});

it.concurrent("connection pool: a connection reserved for a lock may stay silent", async () => {
  const { sql: client, end } = openResilientSql(database.appUrl, { max: 1 }, { silenceMs: 500 });
  open.push({ close: end });
  const held = await client.reserve();
  expect(await held`select 1 as one, pg_sleep(1.2)::text as slept`).toHaveLength(1);
  held.release();
});

it.concurrent("without a time limit: work goes on while the server answers others", async () => {
  const silence = { silenceMs: 500, isAlive: serverAnswers(database.appUrl) };
  const client = connectTo(database.appUrl, {}, silence);
  open.push({ close: () => client.end({ timeout: 1 }) });
  expect(await client`select 1 as one, pg_sleep(3)::text as slept`).toHaveLength(1);
});

it.concurrent("without a time limit: work ends if the server answers nothing else", async () => {
  const proxy = await openProxy();
  // A transaction that sets its own timeout, and a command such as `verify`.
  const usual = openTestDatabase({ url: proxy.url, maxConnections: 2 });
  const command = openTestDatabase({ url: proxy.url, maxConnections: 2, statementTimeoutMs: 0 });
  const migration = connectTo(proxy.url, {});
  const lock = await command.sql.reserve();
  open.push({ close: () => migration.end({ timeout: 1 }) });
  await migration`select 1`;
  await lock`select 1`;
  await command.sql`select 1`;
  const frozen = Promise.withResolvers<void>();
  const transactions = [usual, command].map((db) =>
    inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await frozen.promise;
      await sql`select 1`.execute(tx);
    }),
  );
  await sleep(500);
  proxy.freeze();
  frozen.resolve();
  const lost = await Promise.all(
    [...transactions, migration`select 1`, lock`select 1`, command.sql`select 1`].map((work) =>
      millisecondsOf(work),
    ),
  );
  expect(lost.map(({ error }) => databaseErrorKind(error))).toEqual(
    lost.map(() => "connection_lost"),
  );
  // 30 s of silence, then 10 s without an answer; the rest is for a busy machine.
  expect(Math.max(...lost.map(({ ms }) => ms))).toBeLessThan(120_000);
}, 180_000);

it("connection pool: no connection is lost when a suspended process resumes", async () => {
  const { sql: client, end } = openResilientSql(database.appUrl, { max: 1 }, { silenceMs: 2_500 });
  open.push({ close: end });
  await client`select 1`;
  const answer = client`select 1 as one, pg_sleep(0.1)::text as slept`.execute();
  await sleep(20);
  const endMs = performance.now() + 3_500;
  while (performance.now() < endMs) {
    // Blocks the event loop.
  }
  expect(await answer).toHaveLength(1);
});

it.concurrent("connection pool: a transaction fails if no connection is free in time", async () => {
  const db = openTestDatabase({ maxConnections: 2, acquireTimeoutMs: 300 });
  const release = Promise.withResolvers<void>();
  const holding = inTransaction(db, () => release.promise);
  await sleep(50);
  const refused = await millisecondsOf(inTransaction(db, async () => undefined));
  expect(databaseErrorKind(refused.error)).toBe("too_many_connections");
  expect(refused.ms).toBeLessThan(PAYMENT_BOUND_MS);
  release.resolve();
  await holding;
  await inTransaction(db, async () => undefined);
});
