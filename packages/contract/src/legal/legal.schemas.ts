import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";

/** The published fee schedule: quotes, charges, statements and the legal pages all read it. */
export const feeSchedule = z.object({
  version: z.number(),
  effectiveFrom: timestamp,
  /** Of a card in `cardOpeningFeeCurrency`. */
  cardOpeningFee: amount,
  cardOpeningFeeCurrency: currency,
  /** The opening fee of a card in each currency. */
  cardOpeningFees: z.array(z.object({ currency, amount })),
  cardDepositBasisPoints: z.number(),
  withdrawalBasisPoints: z.number(),
});

export type FeeSchedule = z.infer<typeof feeSchedule>;
