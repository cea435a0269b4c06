import { MODULES } from "../modules.ts";
import type { AppContext } from "../platform/context.ts";
import { startLedgerUpkeep } from "../platform/jobs/ledger-upkeep.ts";
import { startMaintenance } from "../platform/jobs/maintenance.ts";

/** Starts the background work of the platform, then of each module after the modules it needs. */
export async function startBackgroundWork(context: AppContext): Promise<void> {
  startMaintenance(context);
  await startLedgerUpkeep(context);
  for (const { jobs = [] } of MODULES) {
    for (const start of jobs) {
      await start(context);
    }
  }
}
