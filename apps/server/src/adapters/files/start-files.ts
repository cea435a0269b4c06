import type { AppContext } from "../../platform/context.ts";
import { sweepFiles } from "./sweep-orphans.ts";

const SWEEP_INTERVAL_MS = 600_000;

/**
 * Logs a warning if files are not scanned for viruses, and starts the job that deletes objects from
 * failed uploads.
 */
export function startFiles(context: AppContext): void {
  const { config, log, jobs } = context;
  if (config.files.clamd === undefined) {
    const text = "files that people send are not scanned for viruses (VIRUS_SCAN=off)";
    log[config.mode === "live" ? "warn" : "info"](text);
  }
  jobs.every(SWEEP_INTERVAL_MS, "files.sweep", async (stopping) => {
    await sweepFiles(context, stopping);
  });
}
