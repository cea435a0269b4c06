import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { beginRun, insertRun, lockAttempt, selectRun } from "./runs.repository.ts";
import { startDailyRuns } from "./start-reconciliation.ts";

const DAY = 86_400;

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

async function runs(): Promise<string[]> {
  const rows = await setup.context.db.sql<{ run: string }[]>`
    select source || ' ' || state as run from reconciliation_run order by id, source`;
  return rows.map(({ run }) => run);
}

test("reconciliation: the job asks for each configured source once a day", async () => {
  const { context, clock } = setup;
  await context.jobs.work("reconciliation", async () => undefined);
  await startDailyRuns(context);
  await startDailyRuns(context);
  expect((await runs()).toSorted()).toEqual(["bank waiting", "chain waiting"]);
  await context.db.sql`
    update reconciliation_run set state = 'completed', ended_at = requested_at`;
  clock.advance(DAY / 2);
  await startDailyRuns(context);
  expect(await runs()).toHaveLength(2);
  clock.advance(DAY / 2);
  await startDailyRuns(context);
  expect(await runs()).toHaveLength(4);
});

test("reconciliation: a run that no server finished is given up after two days", async () => {
  const { context, clock } = setup;
  clock.advance(2 * DAY + 1);
  await startDailyRuns(context);
  const given = (await runs()).toSorted();
  expect(given.filter((run) => run.endsWith("failed"))).toEqual(["bank failed", "chain failed"]);
  expect(given.filter((run) => run.endsWith("waiting"))).toHaveLength(2);
});

test("reconciliation: an attempt can write nothing once another one has begun", async () => {
  const { kysely } = setup.context.db;
  const id = newId();
  const at = new Date();
  await insertRun(kysely, { id, source: "card_network", requested_by: "a", requested_at: at });
  const first = await beginRun(kysely, id, { from: at, to: at });
  const second = await beginRun(kysely, id, { from: at, to: at });
  expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
  expect(await lockAttempt(kysely, { id, attempt: 1 })).toBe(false);
  expect(await lockAttempt(kysely, { id, attempt: 2 })).toBe(true);
  expect((await selectRun(kysely, id))?.state).toBe("running");
});
