import { afterAll, beforeAll, expect, test } from "vitest";
import { MigrationChangedError, migrate, openDatabase, pendingMigrations } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

const FIRST = { id: "a", sql: "create table a (id int); grant select on a to tessera_app" };
const SECOND = { id: "b", sql: "insert into a values (1), (2)" };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
});
afterAll(() => database.drop());

test("starters at the same time run every migration once", async () => {
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

test("a migration whose text changed is refused", async () => {
  const changed = { ...FIRST, sql: `${FIRST.sql} ` };
  await expect(migrate({ ownerUrl: database.ownerUrl, migrations: [changed] })).rejects.toThrow(
    MigrationChangedError,
  );
});

test("a migration that fails leaves nothing of itself", async () => {
  const broken = { id: "d", sql: "create table d (id int); select 1 / 0" };
  await expect(
    migrate({ ownerUrl: database.ownerUrl, migrations: [broken] }),
  ).rejects.toMatchObject({ code: "22012" });
  const db = openDatabase({ url: database.ownerUrl });
  expect(await db.sql`select to_regclass('d') is null as gone`).toEqual([{ gone: true }]);
  expect(await pendingMigrations(db, [broken])).toEqual(["d"]);
  await db.close();
});
