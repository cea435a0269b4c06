import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";

/** The published fee schedule: quotes, charges, statements and the legal pages all read it. */
export const feeSchedule = z.object({
  version: z.number(),
  effectiveFrom: timestamp,
  cardOpeningFee: amount,
  cardOpeningFeeCurrency: currency,
  cardDepositBasisPoints: z.number(),
  withdrawalBasisPoints: z.number(),
});

export type FeeSchedule = z.infer<typeof feeSchedule>;
