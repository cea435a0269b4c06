import type { AppContext } from "../../platform/context.ts";
import { expireFiles } from "./expire-files.ts";
import { runNextExport } from "./run-export.ts";

const LOOK_INTERVAL_MS = 500;
const EXPIRY_INTERVAL_MS = 60_000;
/**
 * Number of exports that a server creates concurrently. Each one uses a database connection and
 * much of a CPU core.
 */
const WORKERS = 2;

/** Starts the jobs that create exports and delete expired files. */
export function startReconciliation(context: AppContext): void {
  const { jobs } = context;
  for (let worker = 1; worker <= WORKERS; worker += 1) {
    jobs.every(LOOK_INTERVAL_MS, `reconciliation-${worker}`, async (stopping) => {
      while (!stopping.aborted && (await runNextExport(context, { stopping }))) {
        // Repeats as long as exports may be queued.
      }
    });
  }
  jobs.every(EXPIRY_INTERVAL_MS, "reconciliation-expiry", () => expireFiles(context));
}
