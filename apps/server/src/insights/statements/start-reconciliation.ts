import type { AppContext } from "../../platform/context.ts";
import { expireFiles } from "./expire-files.ts";
import { runNextExport } from "./run-export.ts";

const LOOK_INTERVAL_MS = 500;
const EXPIRY_INTERVAL_MS = 60_000;
/** How many exports a server makes at a time: each keeps a connection and a good part of a core. */
const WORKERS = 2;

/** Starts what makes exports, and what forgets their files when their time is over. */
export function startReconciliation(context: AppContext): void {
  const { jobs } = context;
  for (let worker = 1; worker <= WORKERS; worker += 1) {
    jobs.every(LOOK_INTERVAL_MS, `reconciliation-${worker}`, async (stopping) => {
      while (!stopping.aborted && (await runNextExport(context, { stopping }))) {
        // There may be another one.
      }
    });
  }
  jobs.every(EXPIRY_INTERVAL_MS, "reconciliation-expiry", () => expireFiles(context));
}
