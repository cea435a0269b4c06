import * as z from "zod/mini";

/** Which services are offered to customers; `false` without a provider. */
export const offering = z.object({
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  /** Exchange rates: totals in another currency, and amounts priced with a rate. */
  rates: z.boolean(),
  /** New cards and replacements. */
  cards: z.boolean(),
  /** Messages of a card network: card payments. */
  network: z.boolean(),
});

export type Offering = z.infer<typeof offering>;
