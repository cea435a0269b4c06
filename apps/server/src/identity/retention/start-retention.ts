import type { AppContext } from "../../platform/context.ts";
import { practiceBooks } from "../../simulator/scenarios/index.ts";
import { eraseDueCustomers } from "./erase-customer.ts";
import { keepPeriods } from "./keep-periods.ts";

const KEEP_INTERVAL_MS = 3_600_000;

/** Starts the jobs that purge data by `retention.policy.ts` and erase customers who are due. */
export function startRetention(context: AppContext): void {
  const { jobs } = context;
  jobs.every(KEEP_INTERVAL_MS, "retention", (stopping) => keepPeriods(context, stopping));
  jobs.every(KEEP_INTERVAL_MS, "erasure", async (stopping) => {
    await eraseDueCustomers(context, context.use(practiceBooks), stopping);
  });
}
