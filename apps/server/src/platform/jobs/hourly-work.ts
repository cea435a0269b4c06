import type { Logger } from "../telemetry/logger.ts";
import type { RegularWorkRecord } from "./regular-work.ts";

/** The name of the queue for hourly runs. */
export const HOURLY_QUEUE = "hourly";

/**
 * The queue holds at most one run. A run whose server was killed is detected by its missing
 * heartbeat, and is executed again. A run that takes longer than an hour is aborted and executed
 * again.
 */
export const HOURLY_QUEUE_OPTIONS = {
  policy: "exclusive",
  heartbeatSeconds: 60,
  expireInSeconds: 3_600,
} as const;

/** Allows one run per hour by the database's clock, no matter which server requests it first. */
export const ONCE_AN_HOUR = { singletonSeconds: 3_600 } as const;

/** A commit wakes the worker. Polling finds retries and any runs whose notification was lost. */
export const FETCHING_RUNS = {
  batchSize: 1,
  pollingIntervalSeconds: 30,
  notifyPollingIntervalSeconds: 30,
} as const;

/**
 * A task in the hourly run. Long tasks check the signal, which is aborted when the run has to end
 * early.
 */
export type HourlyTask = (stopping: AbortSignal) => Promise<void>;

/** The list of tasks in the hourly run. */
export interface HourlyWork {
  add(name: string, task: HourlyTask): void;
  /**
   * Executes all tasks in the order in which they were added. If a task fails, records the failure
   * and continues with the others.
   *
   * @throws Error if the run was stopped early, so that the queue executes it again
   */
  run(stopping: AbortSignal): Promise<void>;
}

/** Creates an empty list of hourly tasks. */
export function createHourlyWork(log: Logger, record: RegularWorkRecord): HourlyWork {
  const tasks: { readonly name: string; readonly task: HourlyTask }[] = [];

  async function execute(name: string, task: HourlyTask, stopping: AbortSignal): Promise<void> {
    try {
      await task(stopping);
    } catch (error) {
      if (!stopping.aborted) {
        log.error({ err: error, task: name }, "a task failed");
        await record.failed(name, error);
      }
      return;
    }
    await record.succeeded(name);
  }

  return {
    add(name, task) {
      tasks.push({ name, task });
    },
    async run(stopping) {
      const startMs = performance.now();
      for (const { name, task } of tasks) {
        if (stopping.aborted) {
          break;
        }
        await execute(name, task, stopping);
      }
      if (stopping.aborted) {
        throw new Error("the hourly run was stopped before its end");
      }
      const elapsedMs = Math.round(performance.now() - startMs);
      log.debug({ tasks: tasks.length, elapsedMs }, "the hourly work is done");
    },
  };
}
