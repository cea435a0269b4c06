import type { Jobs } from "../jobs/jobs.ts";
import type { Telemetry } from "./telemetry.ts";

/**
 * Traces each queue job and each hourly task. Loops are not traced, since most of their runs find
 * nothing to do.
 */
export function traceJobs(telemetry: Telemetry, jobs: Jobs): Jobs {
  if (!telemetry.isOn) {
    return jobs;
  }
  return {
    ...jobs,
    work: (queue, handler) =>
      jobs.work(queue, (payload: Parameters<typeof handler>[0]) =>
        telemetry.span(`job ${queue}`, () => handler(payload)),
      ),
    hourly: (name, task) =>
      jobs.hourly(name, (stopping) => telemetry.span(`hourly ${name}`, () => task(stopping))),
  };
}
