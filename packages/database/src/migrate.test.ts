import { afterAll, beforeAll, expect, test } from "vitest";
import {
  FormerHistoryError,
  type Migration,
  MigrationChangedError,
  MigrationLockError,
  migrate,
  openDatabase,
  pendingMigrations,
  RepeatableMigrationError,
} from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

const FIRST = { id: "a", sql: "create table a (id int); grant select on a to tessera_app" };
const SECOND = { id: "b", sql: "insert into a values (1), (2)" };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
});
afterAll(() => database.drop());

test("migrate: servers that start concurrently run every migration exactly once", async () => {
  const ran = await Promise.all(
    Array.from({ length: 5 }, () =>
      migrate({ ownerUrl: database.ownerUrl, migrations: [FIRST, SECOND] }),
    ),
  );
  expect(ran.flat().sort()).toEqual(["a", "b"]);
  const db = openDatabase({ url: database.appUrl });
  expect(await db.sql`select count(*)::int as n from a`).toEqual([{ n: 2 }]);
  expect(await pendingMigrations(db, [FIRST, SECOND, { id: "c", sql: "" }])).toEqual(["c"]);
  await db.close();
});

test("migrate: rejects a migration whose text has changed", async () => {
  const changed = { ...FIRST, sql: `${FIRST.sql} ` };
  await expect(migrate({ ownerUrl: database.ownerUrl, migrations: [changed] })).rejects.toThrow(
    MigrationChangedError,
  );
});

test("migrate: rolls back a migration that fails", async () => {
  const broken = { id: "d", sql: "create table d (id int); select 1 / 0" };
  await expect(
    migrate({ ownerUrl: database.ownerUrl, migrations: [broken] }),
  ).rejects.toMatchObject({ code: "22012" });
  const db = openDatabase({ url: database.ownerUrl });
  expect(await db.sql`select to_regclass('d') is null as gone`).toEqual([{ gone: true }]);
  expect(await pendingMigrations(db, [broken])).toEqual(["d"]);
  await db.close();
});

test("migrate: rolls back a migration that waits too long for a lock", async () => {
  const blocker = openDatabase({ url: database.ownerUrl });
  const held = await blocker.sql.reserve();
  await held`begin`;
  await held`lock table tessera_migration in share mode`;
  const waiting = { id: "e", sql: "create table e (id int)" };
  await expect(
    migrate({ ownerUrl: database.ownerUrl, migrations: [waiting], lockTimeoutMs: 200 }),
  ).rejects.toThrow(MigrationLockError);
  await held`rollback`;
  expect(await blocker.sql`select to_regclass('e') is null as gone`).toEqual([{ gone: true }]);
  held.release();
  await blocker.close();
});

/** Builds the schema of a release: a table, two functions and a view. */
function releaseOf(
  generation: number,
  { one = "select 1", view = "select id from r" }: { one?: string; view?: string } = {},
): Migration[] {
  return [
    { id: "r-1", sql: "create table r (id int)" },
    {
      id: "r-functions/one",
      generation,
      sql: `create or replace function one() returns int language sql return (${one})`,
    },
    {
      id: "r-functions/two",
      generation,
      sql: "create or replace function two() returns int language sql return 2",
    },
    {
      id: "r-views/shown",
      generation,
      sql: `drop view if exists shown; create view shown as ${view}`,
    },
  ];
}

/** Migrates a separate database and reads a value from it. */
async function withRelease(
  work: (run: {
    readonly release: (migrations: readonly Migration[]) => Promise<string[]>;
    readonly pending: (migrations: readonly Migration[]) => Promise<string[]>;
    readonly value: (expression: string) => Promise<unknown>;
  }) => Promise<void>,
): Promise<void> {
  const own = await createTestDatabase({ migrations: [] });
  const db = openDatabase({ url: own.ownerUrl });
  try {
    await work({
      release: (migrations) => migrate({ ownerUrl: own.ownerUrl, migrations }),
      pending: (migrations) => pendingMigrations(db, migrations),
      value: async (expression) => {
        const [row] = await db.sql.unsafe<{ value: unknown }[]>(`select ${expression} as value`);
        return row?.value;
      },
    });
  } finally {
    await db.close();
    await own.drop();
  }
}

test("migrate: only a changed repeatable migration runs, and it replaces its object", () =>
  withRelease(async ({ release, pending, value }) => {
    expect(await release(releaseOf(1))).toEqual([
      "r-1",
      "r-functions/one",
      "r-functions/two",
      "r-views/shown",
    ]);
    const before = await value("(select xmin from pg_proc where proname = 'two')");
    const changed = releaseOf(2, { one: "select 11" });
    expect(await pending(changed)).toEqual(["r-functions/one"]);
    expect(await release(changed)).toEqual(["r-functions/one"]);
    expect(await value("one()")).toBe(11);
    expect(await value("(select xmin from pg_proc where proname = 'two')")).toBe(before);
    expect(await pending(changed)).toEqual([]);
    expect(await release(changed)).toEqual([]);
  }));

test("migrate: a repeatable migration may change the columns of a view", () =>
  withRelease(async ({ release, value }) => {
    await release(releaseOf(1));
    await release(releaseOf(2, { view: "select 'x' as name, id from r" }));
    expect(
      await value(
        "(select string_agg(attname, ',' order by attnum) from pg_attribute " +
          "where attrelid = 'shown'::regclass)",
      ),
    ).toBe("name,id");
  }));

test("migrate: an older server running alongside a newer one replaces nothing and is ready", () =>
  withRelease(async ({ release, pending, value }) => {
    const older = releaseOf(1);
    const newer = releaseOf(2, { one: "select 11" });
    await release(older);
    await release(newer);
    expect(await pending(older)).toEqual([]);
    expect(await release(older)).toEqual([]);
    expect(await value("one()")).toBe(11);
    expect(await release(newer)).toEqual([]);
    // The same is true if the newer release was the first to run on the database, or left a text
    // unchanged.
    expect(await release(releaseOf(1, { one: "select 10", view: "select 1 as n" }))).toEqual([]);
    expect(await value("one()")).toBe(11);
  }));

test("migrate: a newer release can restore an earlier text of a repeatable migration", () =>
  withRelease(async ({ release, value }) => {
    await release(releaseOf(1));
    await release(releaseOf(2, { one: "select 11" }));
    expect(await release(releaseOf(3))).toEqual(["r-functions/one"]);
    expect(await value("one()")).toBe(1);
  }));

test("migrate: only a newer generation deletes the record for a removed object", () =>
  withRelease(async ({ release, value }) => {
    const records = "(select string_agg(id, ' ' order by id) from tessera_migration)";
    const without = (generation: number) =>
      releaseOf(generation).filter(({ id }) => id !== "r-functions/two");
    await release(releaseOf(2));
    await release(without(1));
    expect(await value(records)).toBe("r-1 r-functions/one r-functions/two r-views/shown");
    await release(without(3));
    expect(await value(records)).toBe("r-1 r-functions/one r-views/shown");
  }));

test("migrate: if PostgreSQL rejects a repeatable migration, all of them are rolled back", () =>
  withRelease(async ({ release, pending, value }) => {
    await release(releaseOf(1));
    const broken = releaseOf(2, { one: "select 11" }).map((one) =>
      one.id === "r-functions/two"
        ? { ...one, sql: "create or replace function two() returns text language sql return 'x'" }
        : one,
    );
    const error = await release(broken).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RepeatableMigrationError);
    expect(error).toMatchObject({
      code: "42P13",
      message: expect.stringMatching(
        /^repeatable migration r-functions\/two failed, .*Drop the object, .* versioned migration$/,
      ),
    });
    expect(await value("one()")).toBe(1);
    expect(await pending(broken)).toEqual(["r-functions/one", "r-functions/two"]);
  }));

test("migrate: rejects a database with a replaced migration history, without changing it", () =>
  withRelease(async ({ release, pending, value }) => {
    const former = { id: "former-1", sql: "create table former (id int)" };
    const baseline = { id: "baseline-1", sql: "create table r (id int)", replaces: "former-1" };
    await release([former]);
    await expect(release([baseline])).rejects.toThrow(FormerHistoryError);
    await expect(pending([baseline])).rejects.toThrow(FormerHistoryError);
    expect(await value("to_regclass('r') is null")).toBe(true);
  }));
