import { pgOptions } from "@tessera/database";
import { CompiledQuery } from "kysely";
import { type Db as BossDatabase, type Job, type JobResult, PgBoss } from "pg-boss";
import type { Tx } from "../database/db.ts";
import { ENDED_JOB_DAYS, RETENTION } from "../retention.policy.ts";
import type { Logger } from "../telemetry/logger.ts";
import { outageOf } from "../telemetry/outage.ts";
import {
  createHourlyWork,
  FETCHING_RUNS,
  HOURLY_QUEUE,
  HOURLY_QUEUE_OPTIONS,
  type HourlyTask,
  ONCE_AN_HOUR,
} from "./hourly-work.ts";
import { type RegularWorkRecord, recordRegularWork } from "./regular-work.ts";

export interface EnqueueOptions {
  readonly startAfterSeconds?: number;
}

/** Background work that runs later, at least once, on whichever server picks it up. */
export interface Jobs {
  /** Enqueues a job in a transaction. The job exists if and only if the transaction commits. */
  enqueue(tx: Tx, queue: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /**
   * Handles a queue's jobs, eight at a time. A job whose handler throws an error is retried later.
   */
  work<P extends object>(queue: string, handler: (payload: P) => Promise<void>): Promise<void>;
  /**
   * Runs a task repeatedly in this process, one run at a time. Long tasks check the signal, which
   * is aborted when the process stops.
   */
  every(intervalMs: number, name: string, task: (stopping: AbortSignal) => Promise<void>): void;
  /**
   * Adds a task to the hourly run. Each run is executed by one server in the cluster. An
   * interrupted run is executed again.
   */
  hourly(name: string, task: HourlyTask): void;
  /**
   * Starts executing hourly runs in this process. Call this once, after all tasks have been added.
   */
  startHourly(): Promise<void>;
  /** Waits up to a few seconds for running work to finish, then stops everything. */
  stop(): Promise<void>;
}

const SCHEMA = "jobs";
const DAY_SECONDS = 86_400;
/**
 * How long a job is stored. Each job carries its periods, because an existing queue keeps those of
 * the release that created it.
 */
const KEPT = {
  retentionSeconds: RETENTION.jobs.period.days * DAY_SECONDS,
  deleteAfterSeconds: ENDED_JOB_DAYS * DAY_SECONDS,
} as const;
/** pg-boss deletes once a day by default. Every period ends within an hour. */
const DELETION_INTERVAL_SECONDS = 1_800;
/** Retries for about a day in total, at increasing intervals. */
const RETRIES = { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 4 * 3_600 };
/**
 * After how many seconds without a sign of its server a job is run again. Otherwise, a mail that a
 * killed server was sending would wait until its code has expired.
 */
const HEARTBEAT_SECONDS = 60;
/** A commit wakes the workers. Polling is needed only for jobs whose notification was lost. */
const FETCHING = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  batchSize: 8,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;
const STOP_TIMEOUT_MS = 5_000;
/**
 * How long a shutdown waits for a scheduled task, in milliseconds. Otherwise, an unresponsive
 * database could block it for longer.
 */
const TASK_STOP_MS = 2_500;
/**
 * Limits of the queue's own connections, in milliseconds, which hold while the database does not
 * respond. A connection whose statement took longer is closed.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
/** How often each server checks that the current hour's run exists, in milliseconds. */
const HOURLY_CHECK_MS = 60_000;
/** Pauses between a loop's attempts during an outage. The pause doubles after each attempt. */
const REST = { firstMs: 250, longestMs: 4_000 };

/** Adapts one of our transactions to pg-boss's database interface. */
function inside(tx: Tx): BossDatabase {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      // The driver would JSON-encode a string that is already JSON.
      const sql = text.replaceAll(/(\$\d+)::(jsonb?)\b/g, "$1::text::$2");
      const result = await tx.executeQuery(CompiledQuery.raw(sql, [...values]));
      return { rows: [...result.rows] };
    },
  };
}

/** Completes or fails one job in a batch without affecting the others. */
async function settle<P extends object>(
  job: Job<P>,
  handler: (payload: P) => Promise<void>,
  log: Logger,
): Promise<JobResult> {
  try {
    await handler(job.data);
    return { id: job.id, status: "completed" };
  } catch (error) {
    log.warn({ err: error, queue: job.name }, "a job failed and will be retried");
    return { id: job.id, status: "failed" };
  }
}

interface Loop {
  stop(): Promise<void>;
}

function startLoop(
  intervalMs: number,
  name: string,
  task: (stopping: AbortSignal) => Promise<void>,
  { log, record }: { readonly log: Logger; readonly record: RegularWorkRecord },
): Loop {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let outages = 0;
  let restsUntilMs = 0;
  const timer = setInterval(() => {
    if (isRunning || performance.now() < restsUntilMs) {
      return;
    }
    isRunning = true;
    running = task(stopping.signal)
      .then(
        () => {
          outages = 0;
          return record.succeeded(name);
        },
        (error: unknown) => {
          outages = outageOf(error) === undefined ? 0 : outages + 1;
          const restMs = Math.min(REST.firstMs * 2 ** outages, REST.longestMs);
          restsUntilMs = outages === 0 ? 0 : performance.now() + restMs;
          log.error({ err: error, task: name }, "a task failed");
          return record.failed(name, error);
        },
      )
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      const late = Promise.withResolvers<void>();
      const tooLong = setTimeout(() => {
        log.warn({ task: name }, "a task did not stop in time");
        late.resolve();
      }, TASK_STOP_MS);
      await Promise.race([running, late.promise]);
      clearTimeout(tooLong);
    },
  };
}

/** Creates the client of the job queue, which also deletes jobs whose period has ended. */
export function createBoss(databaseUrl: string, log: Logger): PgBoss {
  const boss = new PgBoss({
    ...pgOptions(databaseUrl, CONNECT_TIMEOUT_MS),
    schema: SCHEMA,
    application_name: "tessera-jobs",
    max: 3,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Passed on to the driver, although missing from the types. Without it, a statement on a frozen
    // connection would be waited for without limit.
    ...{ query_timeout: QUERY_TIMEOUT_MS },
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    reindex: false,
    monitorVacuum: false,
    maintenanceIntervalSeconds: DELETION_INTERVAL_SECONDS,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  return boss;
}

/**
 * Starts the job queue with the application's role. Its schema is created by the migrations.
 * Failures of scheduled work are recorded using `tx`.
 */
export async function startJobs(databaseUrl: string, log: Logger, tx: Tx): Promise<Jobs> {
  const record = recordRegularWork(tx, log);
  const boss = createBoss(databaseUrl, log);
  await boss.start();
  const queues = new Map<string, Promise<void>>();
  const loops: Loop[] = [];
  const hourly = createHourlyWork(log, recordRegularWork(tx, log, { isShared: true }));
  const stopping = new AbortController();

  function ensureQueue(name: string, options: object = {}): Promise<void> {
    let made = queues.get(name);
    if (made === undefined) {
      made = boss.createQueue(name, { ...RETRIES, ...KEPT, ...options, notify: true });
      queues.set(name, made);
    }
    return made;
  }

  return {
    async enqueue(tx, queue, payload, options = {}) {
      await ensureQueue(queue);
      await boss.send(queue, payload, {
        ...KEPT,
        db: inside(tx),
        heartbeatSeconds: HEARTBEAT_SECONDS,
        ...(options.startAfterSeconds !== undefined && { startAfter: options.startAfterSeconds }),
      });
    },
    async work<P extends object>(queue: string, handler: (payload: P) => Promise<void>) {
      await ensureQueue(queue);
      await boss.work<P, void, typeof FETCHING>(queue, FETCHING, (jobs) =>
        Promise.all(jobs.map((job) => settle(job, handler, log))),
      );
    },
    every(intervalMs, name, task) {
      loops.push(startLoop(intervalMs, name, task, { log, record }));
    },
    hourly(name, task) {
      hourly.add(name, task);
    },
    async startHourly() {
      await ensureQueue(HOURLY_QUEUE, HOURLY_QUEUE_OPTIONS);
      await boss.work(HOURLY_QUEUE, FETCHING_RUNS, async (runs) => {
        await hourly.run(AbortSignal.any([stopping.signal, ...runs.map(({ signal }) => signal)]));
      });
      const requestRun = async () => {
        await boss.send(HOURLY_QUEUE, {}, { ...KEPT, ...ONCE_AN_HOUR });
      };
      await requestRun();
      loops.push(startLoop(HOURLY_CHECK_MS, HOURLY_QUEUE, requestRun, { log, record }));
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      await boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
