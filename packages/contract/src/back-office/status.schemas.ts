import * as z from "zod/mini";
import { timestamp } from "../fields.ts";

/** Components on the public status page, in display order. */
export const SERVICE_COMPONENTS = [
  "card_payments",
  "deposits",
  "payouts",
  "console",
  "mail",
] as const;

/** `degraded`: slower than usual or partially failing. `down`: mostly or entirely failing. */
export const SERVICE_STATES = ["operational", "degraded", "down", "not_offered"] as const;

/** How many days the history covers, including today. */
export const STATUS_DAYS = 90;

export const serviceStatus = z.object({
  measuredAt: timestamp,
  /** The start of the first day, at midnight UTC. */
  since: timestamp,
  components: z.array(
    z.object({
      component: z.enum(SERVICE_COMPONENTS),
      state: z.enum(SERVICE_STATES),
      /**
       * The share of measured minutes in which the component was not down, in hundredths of a
       * percent, for each UTC day, oldest first; null for a day without measurements.
       */
      days: z.array(z.nullable(z.int())),
      /** The same share across all days; null if there are no measurements. */
      availability: z.nullable(z.int()),
    }),
  ),
});

export type ServiceComponent = (typeof SERVICE_COMPONENTS)[number];
export type ServiceState = (typeof SERVICE_STATES)[number];
export type ServiceStatus = z.infer<typeof serviceStatus>;
