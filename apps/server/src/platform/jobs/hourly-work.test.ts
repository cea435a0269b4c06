import { setTimeout as sleep } from "node:timers/promises";
import { pgOptions } from "@tessera/database";
import { PgBoss } from "pg-boss";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { selectFailingWork } from "./regular-work.repository.ts";

/** Longer than the 30 s after which the worker finds a run whose notification was lost. */
const WAIT = { timeout: 80_000 };
/** Longer than any test takes, in seconds. */
const LONGEST_TEST_S = 55;

let test: TestApp;
let servers: Jobs[] = [];

beforeEach(async () => {
  test = await createTestApp();
  await leaveEndOfHour();
}, 120_000);
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  await test.close();
});

/**
 * Waits until the next hour if the hour is about to end. Otherwise, a test's second request might
 * create another run.
 */
async function leaveEndOfHour(): Promise<void> {
  const [row] = await test.context.db.sql<{ seconds: number }[]>`
    select 3600 - (extract(epoch from now())::bigint % 3600)::int as seconds`;
  const seconds = row?.seconds ?? 0;
  if (seconds <= LONGEST_TEST_S) {
    await sleep((seconds + 1) * 1_000);
  }
}

/** Starts the jobs of another server in the cluster. */
async function newServer(): Promise<Jobs> {
  const { context, database } = test;
  const jobs = await startJobs(database.appUrl, context.log, context.db.kysely);
  servers.push(jobs);
  return jobs;
}

/** Returns the states of all runs, oldest first. */
async function runs(): Promise<string[]> {
  const rows = await test.context.db.sql<{ state: string }[]>`
    select state from jobs.job where name = 'hourly' order by created_on`;
  return rows.map(({ state }) => state);
}

/** Moves all runs to an earlier hour, so that the next request creates a new run. */
async function passAnHour(): Promise<void> {
  await test.context.db.sql`
    update jobs.job set singleton_on = singleton_on - interval '1 hour' where name = 'hourly'`;
}

it("hourly work: each hourly run is executed by only one of two servers", async () => {
  const done: string[] = [];
  for (const name of ["a", "b"]) {
    const server = await newServer();
    server.hourly("first", async () => {
      await sleep(20);
      done.push(`${name} first`);
    });
    server.hourly("second", async () => {
      done.push(`${name} second`);
    });
  }
  await Promise.all(servers.map((server) => server.startHourly()));
  await expect.poll(runs, WAIT).toEqual(["completed"]);
  const [winner] = done[0]?.split(" ") ?? [];
  expect(done).toEqual([`${winner} first`, `${winner} second`]);
});

it("hourly work: a failing task is recorded, and the remaining tasks still run", async () => {
  class LostConnection extends Error {}
  let isBroken = true;
  const done: string[] = [];
  const addTasks = (server: Jobs, name: string) => {
    server.hourly("fragile", async () => {
      if (isBroken) {
        throw new LostConnection();
      }
    });
    server.hourly("sound", async () => {
      done.push(name);
    });
  };
  const failing = async () =>
    (await selectFailingWork(test.context.db.kysely)).map(({ name, last_error }) => [
      name,
      last_error,
    ]);
  const first = await newServer();
  addTasks(first, "first");
  await first.startHourly();
  await expect.poll(runs, WAIT).toEqual(["completed"]);
  expect(done).toEqual(["first"]);
  expect(await failing()).toEqual([["fragile", "LostConnection"]]);

  // Another server succeeds in the next hour, which removes the recorded failure.
  await first.stop();
  isBroken = false;
  await passAnHour();
  const second = await newServer();
  addTasks(second, "second");
  await second.startHourly();
  await expect.poll(runs, WAIT).toEqual(["completed", "completed"]);
  expect(done).toEqual(["first", "second"]);
  expect(await failing()).toEqual([]);
});

it("hourly work: a run interrupted by a shutdown is executed again by another server", async () => {
  const started = Promise.withResolvers<void>();
  const done: string[] = [];
  const leaving = await newServer();
  leaving.hourly("long", async (stopping) => {
    started.resolve();
    await sleep(60_000, undefined, { signal: stopping });
  });
  leaving.hourly("next", async () => {
    done.push("leaving");
  });
  await leaving.startHourly();
  await started.promise;
  const startMs = performance.now();
  await leaving.stop();
  // Without the interruption, the task would take a minute.
  expect(performance.now() - startMs).toBeLessThan(30_000);
  expect(await runs()).toEqual(["retry"]);
  expect(await selectFailingWork(test.context.db.kysely)).toEqual([]);

  await test.context.db.sql`update jobs.job set start_after = now() where name = 'hourly'`;
  const staying = await newServer();
  staying.hourly("long", async () => {
    done.push("staying");
  });
  await staying.startHourly();
  await expect.poll(runs, WAIT).toEqual(["completed"]);
  expect(done).toEqual(["staying"]);
});

it("hourly work: a run whose server was killed is executed again", async () => {
  const { sql } = test.context.db;
  const killed = await newServer();
  await killed.startHourly();
  await expect.poll(runs, WAIT).toEqual(["completed"]);
  await killed.stop();
  // Reproduces the state that a killed server leaves behind: a run that was fetched and whose last
  // heartbeat is too old.
  await sql`
    update jobs.job set state = 'active', completed_on = null,
      started_on = now() - interval '2 minutes', heartbeat_on = now() - interval '2 minutes'
    where name = 'hourly'`;
  // Every server checks the queues once a minute.
  const boss = new PgBoss({
    ...pgOptions(test.database.appUrl, 5_000),
    ...{ schema: "jobs", migrate: false, createSchema: false, schedule: false, supervise: false },
  });
  await boss.start();
  await sql`update jobs.queue set monitor_on = null, maintain_on = null where name = 'hourly'`;
  await boss.supervise("hourly");
  await boss.stop({ close: true });
  expect(await runs()).toEqual(["retry"]);

  await sql`update jobs.job set start_after = now() where name = 'hourly'`;
  const done: string[] = [];
  const server = await newServer();
  server.hourly("task", async () => {
    done.push("again");
  });
  await server.startHourly();
  await expect.poll(runs, WAIT).toEqual(["completed"]);
  expect(done).toEqual(["again"]);
});
