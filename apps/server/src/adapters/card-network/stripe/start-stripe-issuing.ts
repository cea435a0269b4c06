import type { AppContext } from "../../../platform/context.ts";
import { createStripeClient } from "../../issuer/stripe/stripe-client.ts";
import { processEvent } from "./process-event.ts";
import { pushCardStatuses } from "./push-card-statuses.ts";
import { pushHolders } from "./push-holders.ts";
import { EVENT_QUEUE } from "./receive-event.ts";

const STATUS_INTERVAL_MS = 2_000;
const HOLDER_INTERVAL_MS = 3_000;

/** Starts the jobs that process Stripe's messages and send card statuses to Stripe. */
export async function startStripeIssuing(context: AppContext): Promise<void> {
  const { issuer } = context.config;
  if (issuer.provider !== "stripe") {
    return;
  }
  const stripe = createStripeClient(issuer);
  await context.jobs.work<{ eventId: string }>(EVENT_QUEUE, ({ eventId }) =>
    processEvent(context, stripe, eventId),
  );
  context.jobs.every(STATUS_INTERVAL_MS, "stripe-card-statuses", () =>
    pushCardStatuses(context, stripe),
  );
  context.jobs.every(HOLDER_INTERVAL_MS, "stripe-cardholders", () => pushHolders(context, stripe));
}
