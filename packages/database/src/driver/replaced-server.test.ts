import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Database,
  type DatabaseErrorKind,
  databaseErrorKind,
  inTransaction,
  openDatabase,
} from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { connectTo } from "./connect-to.ts";

// What happens to connections while one server is replaced by another behind the same address.

/** An upper bound, in milliseconds: a safety net against waiting without limit. */
const ENDS_WITHIN_MS = 60_000;

let database: TestDatabase;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await database.drop();
});

/** A proxy in front of the database, such as HAProxy. */
interface Proxy {
  readonly url: string;
  /** Whether new connections are closed as soon as the client has sent something. */
  hasServer: boolean;
  /** Forwards nothing on the open connections any more, without closing them. */
  freezeOpen(): void;
  connections(): number;
}

async function openProxy(): Promise<Proxy> {
  const target = new URL(database.appUrl);
  const sockets: Socket[] = [];
  let accepted = 0;
  let frozenBefore = 0;
  const server = createServer((near) => {
    const number = accepted;
    accepted += 1;
    sockets.push(near);
    near.on("error", () => undefined);
    if (!proxy.hasServer) {
      near.once("data", () => near.end());
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    sockets.push(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => undefined);
      from.on("data", (chunk) => number < frozenBefore || to.write(chunk));
      from.on("close", () => number < frozenBefore || to.destroy());
    }
  });
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
  const proxy: Proxy = {
    url: url.href,
    hasServer: true,
    freezeOpen() {
      frozenBefore = accepted;
    },
    connections: () => accepted,
  };
  return proxy;
}

function openTestDatabase(url: string, applicationName = "tessera"): Database<object> {
  const options = { maxConnections: 2, pipelinedConnections: 1, applicationName };
  const db = openDatabase<object>({ url, ...options });
  open.push(db);
  return db;
}

/** Returns the kind of error that work fails with, or what it did instead. */
async function failureOf(
  work: PromiseLike<unknown>,
): Promise<DatabaseErrorKind | "succeeded" | "still waiting"> {
  const late = Promise.withResolvers<"still waiting">();
  const timer = setTimeout(() => late.resolve("still waiting"), ENDS_WITHIN_MS);
  const outcome = await Promise.race([
    Promise.resolve(work).then(() => "succeeded" as const, databaseErrorKind),
    late.promise,
  ]);
  clearTimeout(timer);
  return outcome;
}

it.concurrent("no server behind a proxy: a pipelined statement fails at once", async () => {
  const proxy = await openProxy();
  proxy.hasServer = false;
  const db = openTestDatabase(proxy.url);
  expect(await failureOf(db.sql`select 1`)).toBe("connection_lost");
  expect(await failureOf(db.sql`select 1`)).toBe("connection_lost");
  proxy.hasServer = true;
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

it.concurrent("no server behind a proxy: a transaction fails at once", async () => {
  const proxy = await openProxy();
  proxy.hasServer = false;
  const db = openTestDatabase(proxy.url);
  const nothing = () => inTransaction(db, async () => undefined);
  expect(await failureOf(nothing())).toBe("connection_lost");
  proxy.hasServer = true;
  expect(await failureOf(nothing())).toBe("succeeded");
});

it.concurrent("no server behind a proxy: a command's connection fails", async () => {
  const proxy = await openProxy();
  proxy.hasServer = false;
  const sql = connectTo(proxy.url, {});
  expect(await failureOf(sql`select 1`)).toBe("connection_lost");
  await sql.end({ timeout: 0 });
});

/** Subscribes to a channel and records what arrives. */
async function listenTo(db: Database<object>, channel: string) {
  const received: string[] = [];
  let begun = 0;
  await db.listen(
    channel,
    (payload) => received.push(payload),
    () => {
      begun += 1;
    },
  );
  return { received, begun: () => begun };
}

it("listening: a frozen connection is replaced and reports the gap", async () => {
  const proxy = await openProxy();
  const db = openTestDatabase(proxy.url);
  const direct = openTestDatabase(database.appUrl);
  const heard = await listenTo(db, "frozen");
  await direct.sql`select pg_notify('frozen', 'first')`;
  await expect.poll(() => heard.received, { timeout: ENDS_WITHIN_MS }).toEqual(["first"]);
  proxy.freezeOpen();
  await direct.sql`select pg_notify('frozen', 'missed')`;
  await expect.poll(heard.begun, { timeout: ENDS_WITHIN_MS }).toBe(2);
  await direct.sql`select pg_notify('frozen', 'second')`;
  await expect.poll(() => heard.received, { timeout: ENDS_WITHIN_MS }).toEqual(["first", "second"]);
});

it("listening: goes on after connections could not be opened for a while", async () => {
  const proxy = await openProxy();
  const db = openTestDatabase(proxy.url, "listens-refused");
  const direct = openTestDatabase(database.appUrl);
  const heard = await listenTo(db, "refused");
  proxy.hasServer = false;
  const before = proxy.connections();
  await direct.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'listens-refused'`;
  await expect.poll(proxy.connections, { timeout: ENDS_WITHIN_MS }).toBeGreaterThan(before + 2);
  expect(heard.begun()).toBe(1);
  proxy.hasServer = true;
  await expect.poll(heard.begun, { timeout: ENDS_WITHIN_MS }).toBe(2);
  await direct.sql`select pg_notify('refused', 'after')`;
  await expect.poll(() => heard.received, { timeout: ENDS_WITHIN_MS }).toEqual(["after"]);
});

it("listening: fails if the database cannot be reached at first", async () => {
  const proxy = await openProxy();
  proxy.hasServer = false;
  const db = openTestDatabase(proxy.url);
  expect(await failureOf(listenTo(db, "none"))).toBe("connection_lost");
});
