import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { forgetUnclaimed } from "./attachments/forget-unclaimed.ts";
import { wakeSnoozed } from "./inbox/wake-snoozed.ts";
import { mailOfflineCustomers } from "./mail-offline-customers.ts";

const WAKE_INTERVAL_MS = 1_000;
const MAIL_INTERVAL_MS = 5_000;

/**
 * Starts the jobs that reopen snoozed conversations, email offline customers, and delete unsent
 * files.
 */
export function startSupport(context: AppContext): void {
  const { jobs, clock } = context;
  jobs.every(WAKE_INTERVAL_MS, "support.wake", async () => {
    await wakeSnoozed(context);
  });
  jobs.every(MAIL_INTERVAL_MS, "support.mail", async () => {
    await mailOfflineCustomers(context);
  });
  jobs.hourly("support.forget", () =>
    forgetUnclaimed(context, overBefore("unsentFiles", clock.now())),
  );
}
