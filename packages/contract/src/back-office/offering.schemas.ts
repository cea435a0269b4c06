import * as z from "zod/mini";

/** Which services are offered to customers; `false` for a service without a provider. */
export const offering = z.object({
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  /** Transfers from a customer's bank, which need an account of the program at a bank. */
  bankTransfers: z.boolean(),
  /** Exchange rates, needed for totals in another currency and for amounts priced at a rate. */
  rates: z.boolean(),
  /** Applications for new cards and replacements. */
  cards: z.boolean(),
  /** Messages from a card network, needed for card payments. */
  network: z.boolean(),
});

export type Offering = z.infer<typeof offering>;
