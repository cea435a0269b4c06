import { migrate } from "@tessera/database";
import { createTestDatabase } from "@tessera/database/testing";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../migrations/index.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { programmeSettings } from "./program-settings.ts";
import { insertSettings, listSettings } from "./settings.repository.ts";

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

test("program settings: a new version applies to the next read, on any server", async () => {
  const { context } = setup;
  const other = { ...context };
  const { kysely } = context.db;
  const before = await programmeSettings(context, kysely);
  expect(before).toMatchObject({ version: 1, withdrawal: { reviewAboveMinor: 100_000n } });
  expect(await programmeSettings(context, kysely)).toBe(before);
  await programmeSettings(other, kysely);

  const [row] = await listSettings(kysely, 1);
  if (row === undefined) {
    throw new Error("no settings");
  }
  const next = { ...row, version: 2, withdrawal_review_above_minor: 50_000n };
  expect(await insertSettings(kysely, next)).toBe(true);
  for (const server of [context, other]) {
    const now = await programmeSettings(server, kysely);
    expect(now).toMatchObject({ version: 2, withdrawal: { reviewAboveMinor: 50_000n } });
  }
});

test("program settings: a version is written once and never changed", async () => {
  const { kysely, sql } = setup.context.db;
  const [row] = await listSettings(kysely, 1);
  if (row === undefined) {
    throw new Error("no settings");
  }
  expect(await insertSettings(kysely, row)).toBe(false);
  await expect(sql`update programme_setting set version = 9`).rejects.toThrow();
  await expect(sql`delete from programme_setting`).rejects.toThrow();
});

test.each([
  ["is corrected if nobody set limits since", false, 2_000_000n],
  ["stays if somebody did", true, 5_000_000n],
])("program settings: the first version's day limit %s", async (_, isChanged, expected) => {
  const place = migrations.findIndex(({ id }) => id.includes("0240_day_limit"));
  const database = await createTestDatabase({ migrations: migrations.slice(0, place) });
  const sql = postgres(database.ownerUrl, { max: 1, types: { bigint: postgres.BigInt } });
  try {
    if (isChanged) {
      await sql`
        insert into programme_setting
        select 2, withdrawal_review_above_minor, withdrawal_two_above_minor,
          withdrawal_day_limit_without_factor_minor, withdrawal_day_limit_minor,
          application_review_above_minor, 500, 'ada', now()
        from programme_setting`;
    }
    await migrate({ ownerUrl: database.ownerUrl, migrations });
    const rows = await sql`select withdrawal_day_limit_minor as most from programme_setting`;
    expect(rows.map(({ most }) => most)).toEqual(isChanged ? [expected, expected] : [expected]);
    await expect(sql`update programme_setting set version = 9`).rejects.toThrow("append-only");
  } finally {
    await sql.end();
    await database.drop();
  }
});
