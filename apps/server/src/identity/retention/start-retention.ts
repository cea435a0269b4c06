import type { AppContext } from "../../platform/context.ts";
import { practiceBooks } from "../../simulator/scenarios/index.ts";
import { deleteExpiredData } from "./delete-expired-data.ts";
import { eraseDueCustomers } from "./erase-customer.ts";

/**
 * Starts the jobs that purge data according to `retention.policy.ts` and erase customers who are
 * due.
 */
export function startRetention(context: AppContext): void {
  const { jobs } = context;
  jobs.hourly("retention", (stopping) => deleteExpiredData(context, stopping));
  jobs.hourly("erasure", async (stopping) => {
    await eraseDueCustomers(context, context.use(practiceBooks), stopping);
  });
}
