import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { programSettings } from "./program-settings.ts";
import { insertSettings, listSettings } from "./settings.repository.ts";

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

test("program settings: a new version applies on every server from the next read", async () => {
  const { context } = setup;
  const other = { ...context };
  const { kysely } = context.db;
  const before = await programSettings(context, kysely);
  expect(before).toMatchObject({ version: 1, withdrawal: { reviewAboveMinor: 100_000n } });
  expect(await programSettings(context, kysely)).toBe(before);
  await programSettings(other, kysely);

  const [row] = await listSettings(kysely, 1);
  if (row === undefined) {
    throw new Error("no settings");
  }
  const next = { ...row, version: 2, withdrawal_review_above_minor: 50_000n };
  expect(await insertSettings(kysely, next)).toBe(true);
  for (const server of [context, other]) {
    const now = await programSettings(server, kysely);
    expect(now).toMatchObject({ version: 2, withdrawal: { reviewAboveMinor: 50_000n } });
  }
});

test("program settings: a version cannot be changed after it is written", async () => {
  const { kysely, sql } = setup.context.db;
  const [row] = await listSettings(kysely, 1);
  if (row === undefined) {
    throw new Error("no settings");
  }
  expect(await insertSettings(kysely, row)).toBe(false);
  await expect(sql`update programme_setting set version = 9`).rejects.toThrow();
  await expect(sql`delete from programme_setting`).rejects.toThrow();
});
