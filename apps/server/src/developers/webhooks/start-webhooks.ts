import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { defineService } from "../../platform/service.ts";
import { Deliveries } from "./deliver-events.ts";
import { deriveEvents } from "./derive-events.ts";
import { disableFailing } from "./disable-endpoints.ts";
import { forgetEvents } from "./events.repository.ts";
import { forgetSecrets } from "./secrets.repository.ts";

const DERIVE_INTERVAL_MS = 1_000;
const DELIVER_INTERVAL_MS = 500;

/** What a server is sending. */
export const webhookDeliveries = defineService(
  "webhook deliveries",
  (context) => new Deliveries(context),
);

/**
 * Starts deriving events from sealed blocks and sending them. Any number of servers can do both:
 * one derives at a time, and each sends what it has claimed.
 */
export function startWebhooks(context: AppContext): void {
  const { db, clock, jobs } = context;
  const deliveries = context.use(webhookDeliveries);
  jobs.every(DERIVE_INTERVAL_MS, "webhook events", (stopping) => deriveEvents(context, stopping));
  jobs.every(DELIVER_INTERVAL_MS, "webhook deliveries", (stopping) => deliveries.run(stopping));
  jobs.hourly("failing webhooks", () => disableFailing(context));
  jobs.hourly("old webhook events", async () => {
    const now = clock.now();
    await forgetEvents(db.kysely, overBefore("webhookEvents", now));
    await forgetSecrets(db.kysely, now);
  });
}
