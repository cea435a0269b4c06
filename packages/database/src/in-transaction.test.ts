import { sql } from "kysely";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCommitWatch } from "./driver/commit-watch.ts";
import {
  CommitRefusedError,
  type Database,
  databaseErrorKind,
  inTransaction,
  openDatabase,
  UnknownOutcomeError,
} from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

interface Schema {
  item: { id: bigint; at: Date; body: { a: number } | null; tags: string[] | null };
}

const MIGRATIONS = [
  {
    id: "test-0001",
    sql: `create table item (
        id bigint primary key, at timestamptz default now(), body jsonb, tags text[]
      );
      grant all on item to tessera_app;`,
  },
];

let database: TestDatabase;
let db: Database<Schema>;
let owner: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: MIGRATIONS });
  db = openDatabase<Schema>({ url: database.appUrl, maxConnections: 6, lockTimeoutMs: 3_000 });
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await owner.end();
  await db.close();
  await database.drop();
});

const insert = (id: bigint) => sql`insert into item (id) values (${id})`;

async function ids(): Promise<bigint[]> {
  const rows = await db.kysely.selectFrom("item").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

test("database: bigint, Date, JSON and arrays arrive as their JavaScript types", async () => {
  const big = 9_007_199_254_740_993n;
  await inTransaction(db, (tx) =>
    sql`insert into item (id, body, tags) values (${big}, ${{ a: 1 }}, ${["x", "y"]})`.execute(tx),
  );
  const row = await db.kysely
    .selectFrom("item")
    .selectAll()
    .where("id", "=", big)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ id: big, at: expect.any(Date), body: { a: 1 }, tags: ["x", "y"] });
  const found = await sql<{
    id: bigint;
  }>`select id from item where id = any(${[big]}::bigint[])`.execute(db.kysely);
  expect(found.rows).toEqual([{ id: big }]);
});

test("inTransaction: an error rolls back the entire transaction", async () => {
  const work = inTransaction(db, async (tx) => {
    await insert(10n).execute(tx);
    throw new Error("changed my mind");
  });
  await expect(work).rejects.toThrow("changed my mind");
  expect(await ids()).not.toContain(10n);
});

test("inTransaction: a swallowed error is not reported as a commit", async () => {
  const work = inTransaction(db, async (tx) => {
    await insert(20n).execute(tx);
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });
  await expect(work).rejects.toBeInstanceOf(CommitRefusedError);
  expect(await ids()).not.toContain(20n);
});

test("inTransaction: a deadlock is retried until both sides succeed", async () => {
  await inTransaction(db, async (tx) => {
    await insert(31n).execute(tx);
    await insert(32n).execute(tx);
  });
  let arrived = 0;
  let tries = 0;
  const lockBoth = (first: bigint, second: bigint) =>
    inTransaction(db, async (tx) => {
      tries += 1;
      await sql`select from item where id = ${first} for update`.execute(tx);
      arrived += 1;
      while (arrived < 2) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await sql`select from item where id = ${second} for update`.execute(tx);
      return first;
    });
  const done = await Promise.all([lockBoth(31n, 32n), lockBoth(32n, 31n)]);
  expect(done).toEqual([31n, 32n]);
  expect(tries).toBeGreaterThan(2);
});

test("inTransaction: gives up after five serialization failures and throws", async () => {
  let tries = 0;
  const work = inTransaction(db, async (tx) => {
    tries += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: "40001" });
  expect(tries).toBe(5);
});

test("inTransaction: nothing runs outside the transaction after a lost connection", async () => {
  const work = inTransaction(db, async (tx) => {
    await insert(40n).execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await db.sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await insert(41n).execute(tx);
  });
  await expect(work).rejects.toSatisfy((error) => databaseErrorKind(error) === "connection_lost");
  expect(await ids()).toEqual(expect.not.arrayContaining([40n, 41n]));
  await inTransaction(db, (tx) => insert(42n).execute(tx));
  expect(await ids()).toContain(42n);
});

test("inTransaction: losing idle connections does not mix up transactions", async () => {
  for (let round = 0; round < 10; round += 1) {
    const start = BigInt(1_000 + round * 100);
    const works = Array.from({ length: 12 }, (_, index) =>
      inTransaction(db, async (tx) => {
        await insert(start + BigInt(index)).execute(tx);
        if (index % 3 === 0) {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
          await db.sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`;
        }
        await insert(start + 50n + BigInt(index)).execute(tx);
      }).then(
        () => index,
        () => -1,
      ),
    );
    const won = (await Promise.all(works)).filter((index) => index >= 0);
    const here = (await ids()).filter((id) => id >= start && id < start + 100n);
    expect(here).toEqual([
      ...won.map((index) => start + BigInt(index)),
      ...won.map((index) => start + 50n + BigInt(index)),
    ]);
  }
});

test("inTransaction: losing the connection during commit leaves the outcome unknown", async () => {
  await owner.unsafe(`
    create function kill_at_commit() returns trigger language plpgsql as $$
      begin
        perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null;
      end $$;
    create constraint trigger kill_at_commit after insert on item
      deferrable initially deferred for each row when (new.id = 77)
      execute function kill_at_commit();`);
  const work = inTransaction(db, (tx) => insert(77n).execute(tx));
  await expect(work).rejects.toBeInstanceOf(UnknownOutcomeError);
  expect(await ids()).not.toContain(77n);
});

test("inTransaction: a warning about replication leaves the outcome unknown", async () => {
  const watch = createCommitWatch();
  let answer: (value: unknown[] & { command: string; count: number }) => void = () => undefined;
  const commit = watch.commit(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  watch.notice("01000");
  answer(Object.assign([], { command: "COMMIT", count: 0 }));
  await expect(commit).rejects.toBeInstanceOf(UnknownOutcomeError);
});

test("database: timeouts of pipelined sessions are shorter than the silence limit", async () => {
  const limits = sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
      'idle_in_transaction_session_timeout', 'TimeZone') order by name`;
  const usual = (await limits.execute(db.kysely)).rows;
  expect(Object.fromEntries(usual.map(({ name, setting }) => [name, setting]))).toEqual({
    TimeZone: "UTC",
    idle_in_transaction_session_timeout: "10000",
    lock_timeout: "3000",
    statement_timeout: "5000",
  });
  const pipelined = await db.sql<{ setting: string }[]>`select setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout') order by name`;
  expect(pipelined.map(({ setting }) => setting)).toEqual(["500", "1800"]);
});

test("inTransaction: select * survives a migration that adds a column to the table", async () => {
  await owner.unsafe("create table grown (id int); grant select on grown to tessera_app");
  const readTwice = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql`select * from grown`.execute(tx);
      await sql`select *, 1 as one from grown`.execute(tx);
      return rows;
    });
  // Prepares both statements on every connection.
  const onAll = () => Promise.all(Array.from({ length: 12 }, readTwice));
  await onAll();
  await owner.unsafe("alter table grown add column note text; insert into grown values (1, 'x')");
  expect(new Set((await onAll()).map((rows) => JSON.stringify(rows)))).toEqual(
    new Set(['[{"id":1,"note":"x"}]']),
  );
});
