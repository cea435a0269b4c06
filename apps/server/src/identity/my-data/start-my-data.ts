import type { AppContext } from "../../platform/context.ts";
import { deleteOldArchives } from "./delete-old-archives.ts";
import { runNextArchive } from "./run-archive.ts";

const LOOK_INTERVAL_MS = 1_000;
const EXPIRY_INTERVAL_MS = 60_000;

/**
 * Starts two jobs. One creates archives, one at a time per server, and the other deletes expired
 * archives.
 */
export function startMyData(context: AppContext): void {
  const { jobs } = context;
  jobs.every(LOOK_INTERVAL_MS, "my-data", async (stopping) => {
    while (!stopping.aborted && (await runNextArchive(context, { stopping }))) {
      // More archives may be waiting in the queue.
    }
  });
  jobs.every(EXPIRY_INTERVAL_MS, "my-data-expiry", () => deleteOldArchives(context));
}
