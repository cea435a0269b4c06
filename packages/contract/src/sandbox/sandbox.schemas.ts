import * as z from "zod/mini";
import { amount, amountInput, currency, id, line, timestamp } from "../fields.ts";

const cardNumber = z.string("wrong_type").check(z.regex(/^[0-9]{12,19}$/, "malformed_card_number"));

const merchantInput = z.strictObject({
  name: line(80),
  mcc: z.string("wrong_type").check(z.regex(/^[0-9]{4}$/, "malformed")),
  country: z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")),
});

export const authorizeBody = z.strictObject({
  pan: cardNumber,
  expiryMonth: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(12, "out_of_range")),
  expiryYear: z
    .int("wrong_type")
    .check(z.minimum(2000, "out_of_range"), z.maximum(2099, "out_of_range")),
  cvv: z.optional(z.string("wrong_type").check(z.regex(/^[0-9]{3,4}$/, "malformed"))),
  amount: amountInput,
  currency,
  merchant: merchantInput,
});

/** What the network is told, declines included. */
export const authorizeAnswer = z.object({
  authorizationId: z.string(),
  approved: z.boolean(),
  /** `approved`, or a code of the decline catalogue. */
  code: z.string(),
  approvedAmount: amount,
});

/** `amount` is what to add, clear or give back; all that remains where it may be absent and is. */
export const authorizationStepBody = z.strictObject({
  authorizationId: id("auth"),
  amount: z.optional(amountInput),
});

/** In the card's own currency. */
export const purchaseBody = z.strictObject({ amount: amountInput });

export const networkAnswer = z.object({
  movementId: z.string(),
  approved: z.boolean(),
  code: z.string(),
  amount,
  currency,
});

export const payBody = z.strictObject({ depositId: id("dep"), amount: z.optional(amountInput) });
export const payAnswer = z.object({ depositId: z.string(), transactionHash: z.string() });

export const mailList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentAt: timestamp,
    }),
  ),
});

export const clockBody = z.strictObject({
  advanceSeconds: z
    .int("wrong_type")
    .check(z.minimum(0, "out_of_range"), z.maximum(400 * 86_400, "out_of_range")),
});
export const clockAnswer = z.object({ now: timestamp, offsetSeconds: z.number() });

export type AuthorizeBody = z.infer<typeof authorizeBody>;
export type AuthorizeAnswer = z.infer<typeof authorizeAnswer>;
export type AuthorizationStepBody = z.infer<typeof authorizationStepBody>;
export type NetworkAnswer = z.infer<typeof networkAnswer>;
