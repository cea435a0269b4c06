import * as z from "zod/mini";
import { amount, currency, id, line, merchantAmountInput, merchantCurrency } from "../fields.ts";
import { exchange } from "../insights/bills.schemas.ts";
import { CHANNELS, fix, traceEntry } from "./risk.schemas.ts";

/** Asks whether a payment would be approved on a card, even one that is not yet issued. */
export const preflightBody = z.strictObject({
  cardId: z.optional(id("card")),
  segmentId: z.optional(id("seg")),
  /** In `currency`, which is the card's if absent. */
  amount: merchantAmountInput,
  currency: z.optional(merchantCurrency),
  merchant: z.strictObject({
    name: line(80),
    mcc: z.string("wrong_type").check(z.regex(/^[0-9]{4}$/, "malformed")),
    country: z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")),
  }),
  presence: z.optional(z.enum(CHANNELS, "not_allowed")),
});
export const preflightAnswer = z.object({
  approved: z.boolean(),
  code: z.string(),
  message: z.nullable(z.string()),
  /** In the card's currency; zero if the merchant's amount could not be converted. */
  amount,
  currency,
  /** How the merchant's amount was converted, and the markup in `amount`. */
  exchange: z.optional(z.extend(exchange, { fee: amount, held: amount })),
  /**
   * The balance left on the card; absent if the payment is declined or the card has not been
   * issued.
   */
  availableAfter: z.optional(amount),
  /** What the payment would draw on the account, with the fee in addition. */
  draw: z.optional(z.object({ amount, fee: amount, feeBasisPoints: z.number() })),
  trace: z.array(traceEntry),
  fixes: z.array(fix),
});

export type PreflightBody = z.infer<typeof preflightBody>;
export type PreflightAnswer = z.infer<typeof preflightAnswer>;
