import type { AppContext } from "../../platform/context.ts";
import { deleteOldArchives } from "./delete-old-archives.ts";
import { runNextArchive } from "./run-archive.ts";

const LOOK_INTERVAL_MS = 1_000;
const EXPIRY_INTERVAL_MS = 60_000;

/** Starts the jobs that create archives, one at a time per server, and that delete expired ones. */
export function startMyData(context: AppContext): void {
  const { jobs } = context;
  jobs.every(LOOK_INTERVAL_MS, "my-data", async (stopping) => {
    while (!stopping.aborted && (await runNextArchive(context, { stopping }))) {
      // Another archive may be queued.
    }
  });
  jobs.every(EXPIRY_INTERVAL_MS, "my-data-expiry", () => deleteOldArchives(context));
}
