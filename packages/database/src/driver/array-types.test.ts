import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";

/** Part of the statement with which postgres.js reads the array types, and what makes it fail. */
const READS_TYPES = "typcategory = 'A'";
const FAILS = "typcategory = 1/0";
const IDS = ["0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"];

let database: TestDatabase;
let proxy: Server;
let db: Database<object>;
/** How many statements that read the array types still fail. */
let failures = 0;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
  const { port, hostname } = new URL(database.appUrl);
  proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
    client.on("data", (chunk: Buffer) => {
      const place = chunk.indexOf(READS_TYPES);
      if (place >= 0 && failures > 0) {
        failures -= 1;
        chunk.write(FAILS, place, "latin1");
      }
      server.write(chunk);
    });
    server.pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(database.appUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  db = openDatabase<object>({ url: url.href, pipelinedConnections: 1, connectTimeoutMs: 60_000 });
});
afterAll(async () => {
  await db.close();
  proxy.close();
  await database.drop();
});

it("array types: a connection that could not read them is replaced", async () => {
  // postgres.js lets nobody await the statement that reads the types.
  const unawaited: unknown[] = [];
  const note = (error: unknown) => void unawaited.push(error);
  process.on("unhandledRejection", note);
  failures = 1;
  const count = () => db.sql<{ ids: number }[]>`
    select count(*)::int as ids from unnest(${IDS}::uuid[]) given`;
  await expect(count()).rejects.toThrow();
  expect(failures).toBe(0);
  expect(await count()).toEqual([{ ids: 2 }]);
  process.off("unhandledRejection", note);
});
