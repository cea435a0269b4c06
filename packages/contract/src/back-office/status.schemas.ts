import * as z from "zod/mini";
import { timestamp } from "../fields.ts";

/** What the public status page reports on, in its order. */
export const SERVICE_COMPONENTS = [
  "card_payments",
  "deposits",
  "payouts",
  "console",
  "mail",
] as const;

/** `degraded`: slower than usual, or some of it fails. `down`: most or all of it fails. */
export const SERVICE_STATES = ["operational", "degraded", "down", "not_offered"] as const;

/** How many days the history covers, including today. */
export const STATUS_DAYS = 90;

export const serviceStatus = z.object({
  measuredAt: timestamp,
  /** The first of the days, at midnight UTC. */
  since: timestamp,
  components: z.array(
    z.object({
      component: z.enum(SERVICE_COMPONENTS),
      state: z.enum(SERVICE_STATES),
      /**
       * For each day (UTC), oldest first: the share of measured minutes in which it was not down,
       * in hundredths of a percent; null for a day without a measurement.
       */
      days: z.array(z.nullable(z.int())),
      /** The same share over all days; null without a measurement. */
      availability: z.nullable(z.int()),
    }),
  ),
});

export type ServiceComponent = (typeof SERVICE_COMPONENTS)[number];
export type ServiceState = (typeof SERVICE_STATES)[number];
export type ServiceStatus = z.infer<typeof serviceStatus>;
