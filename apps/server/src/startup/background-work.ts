import { MODULES } from "../modules.ts";
import type { AppContext } from "../platform/context.ts";
import { startLedgerUpkeep } from "../platform/jobs/ledger-upkeep.ts";
import { startMaintenance } from "../platform/jobs/maintenance.ts";

/** Starts Tessera's background work: the platform's, then each module's after those it needs. */
export async function startBackgroundWork(context: AppContext): Promise<void> {
  startMaintenance(context);
  await startLedgerUpkeep(context);
  for (const { jobs = [] } of MODULES) {
    for (const start of jobs) {
      await start(context);
    }
  }
}
