import * as z from "zod/mini";

/** Which services are offered to customers; `false` where no provider is set. */
export const offering = z.object({
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  /** Exchange rates: totals in another currency, and amounts that a rate prices. */
  rates: z.boolean(),
  /** New cards and replacements. */
  cards: z.boolean(),
  /** Messages of a card network: payments with cards. */
  network: z.boolean(),
});

export type Offering = z.infer<typeof offering>;
