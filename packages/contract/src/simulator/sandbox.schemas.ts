import * as z from "zod/mini";
import {
  amount,
  amountInput,
  currency,
  email,
  id,
  line,
  merchantAmount,
  merchantAmountInput,
  merchantAmountInputOrZero,
  merchantCurrency,
  timestamp,
} from "../fields.ts";
import { role } from "../identity/accounts.schemas.ts";

const cardNumber = z.string("wrong_type").check(z.regex(/^[0-9]{12,19}$/, "malformed_card_number"));

const merchantInput = z.strictObject({
  name: line(80),
  mcc: z.string("wrong_type").check(z.regex(/^[0-9]{4}$/, "malformed")),
  country: z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")),
});

/** A name that the network assigns and never reuses: 1 to 64 visible ASCII characters. */
const networkName = z.string("wrong_type").check(
  z.minLength(1, "required"),
  z.maxLength(64, "too_long"),
  z.refine((value) => /^[\x21-\x7e]*$/.test(value), "malformed_text"),
);

/**
 * Fields included in every message. `messageId` identifies the message. Repeating an id with the
 * same content has no further effect and returns the same response. Repeating it with different
 * content is an error.
 */
const message = { messageId: z.optional(networkName) };

/** The network's own amount in the card's currency. */
const billing = z.strictObject({ amount: amountInput, currency });

/**
 * An amount in the merchant's currency. If that is not the card's and the network states no
 * `billing` amount, Tessera converts it at its own rate with its published markup.
 */
const payment = {
  pan: cardNumber,
  expiryMonth: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(12, "out_of_range")),
  expiryYear: z
    .int("wrong_type")
    .check(z.minimum(2000, "out_of_range"), z.maximum(2099, "out_of_range")),
  cvv: z.optional(z.string("wrong_type").check(z.regex(/^[0-9]{3,4}$/, "malformed"))),
  amount: merchantAmountInput,
  currency: merchantCurrency,
  billing: z.optional(billing),
  merchant: merchantInput,
} as const;

/** A refund, or a clearing without an authorization. */
export const unaskedBody = z.strictObject({ ...payment, ...message });

/**
 * `networkReference` identifies the authorization in every message about it, even one that arrives
 * before the authorization itself. `presence` is how the card is used: in a store, remotely by the
 * cardholder, or by the merchant without the cardholder. It determines how long the hold lasts.
 */
export const authorizeBody = z.strictObject({
  ...payment,
  ...message,
  /** `0.00` means account verification, which places no hold. */
  amount: merchantAmountInputOrZero,
  /**
   * Whether the merchant accepts a partial approval if the card's balance is lower than the amount.
   */
  partialApproval: z.optional(z.boolean("wrong_type")),
  networkReference: z.optional(networkName),
  presence: z.optional(z.enum(["present", "remote", "merchant"], "not_allowed")),
});

/** The response to the network, including declines. */
export const authorizeAnswer = z.object({
  authorizationId: z.string(),
  approved: z.boolean(),
  /** `approved`, or a code from the decline catalog. */
  code: z.string(),
  /** In the card's currency. */
  approvedAmount: amount,
  currency,
  /** The approved amount in the currency in which the merchant asked, if it is another one. */
  merchantAmount: z.optional(z.object({ amount: merchantAmount, currency: z.string() })),
});

/**
 * The authorization that a message is about: identified by our id, by the network's reference, or
 * by both if they refer to the same authorization.
 */
const ofAuthorization = {
  authorizationId: z.optional(id("auth")),
  networkReference: z.optional(networkName),
} as const;

/**
 * The currency of a step's amount; the card's if absent. The network's own amount in the card's
 * currency is in `billing`.
 */
const otherCurrency = {
  currency: z.optional(merchantCurrency),
  billing: z.optional(billing),
} as const;

/**
 * The payment that a message describes, with the currency of its amount. If it is present, a
 * message whose authorization is not yet known waits instead of being rejected.
 */
const ownPayment = {
  payment: z.optional(
    z.strictObject({
      pan: cardNumber,
      currency: merchantCurrency,
      merchant: merchantInput,
    }),
  ),
} as const;

function namesOne(value: { authorizationId?: unknown; networkReference?: unknown }): boolean {
  return value.authorizationId !== undefined || value.networkReference !== undefined;
}

const UNNAMED = { error: "required", path: ["authorizationId"] };

/** `amount` is the amount to add. */
export const authorizationStepBody = z
  .strictObject({
    ...ofAuthorization,
    ...message,
    ...otherCurrency,
    amount: z.optional(merchantAmountInput),
  })
  .check(z.refine(namesOne, UNNAMED));

/** `amount` is the amount to reverse; defaults to the full pending amount. */
export const reverseBody = z
  .strictObject({
    ...ofAuthorization,
    ...ownPayment,
    ...message,
    ...otherCurrency,
    amount: z.optional(merchantAmountInput),
  })
  .check(z.refine(namesOne, UNNAMED));

/**
 * `amount` is the final price; defaults to the full pending amount. `final: false` announces more
 * clearings and keeps the remainder on hold.
 */
export const clearBody = z
  .strictObject({
    ...ofAuthorization,
    ...ownPayment,
    ...message,
    ...otherCurrency,
    amount: z.optional(merchantAmountInput),
    final: z.optional(z.boolean("wrong_type")),
  })
  .check(z.refine(namesOne, UNNAMED));

/** `amount` is the new pending amount, which may be higher or lower. */
export const adviceBody = z
  .strictObject({
    ...ofAuthorization,
    ...ownPayment,
    ...message,
    ...otherCurrency,
    amount: merchantAmountInput,
  })
  .check(z.refine(namesOne, UNNAMED));

/** `amount` is how much of the refund to reverse; defaults to the rest of the refund. */
export const returnReversalBody = z.strictObject({
  refundId: id("mov"),
  ...message,
  amount: z.optional(amountInput),
});

/** A purchase in the card's currency. */
export const purchaseBody = z.strictObject({ amount: amountInput });

export const networkAnswer = z.object({
  /** The movement that was written; absent if the message is still waiting or moved no money. */
  movementId: z.string(),
  approved: z.boolean(),
  /** `approved`, `unmatched` while the message waits for its authorization, or a decline code. */
  code: z.string(),
  /** In the card's currency. */
  amount,
  currency,
  /** The amount in the currency in which the merchant asked, if it is another one. */
  merchantAmount: z.optional(z.object({ amount: merchantAmount, currency: z.string() })),
});

export const payBody = z.strictObject({
  depositId: id("dep"),
  amount: z.optional(amountInput),
  /** Whether to immediately mine all blocks needed to confirm the payment. */
  confirmed: z.optional(z.boolean()),
});
export const payAnswer = z.object({ depositId: z.string(), transactionHash: z.string() });

/** Codes for the demo's operators only, never for any other account. */
export const authenticatorList = z.object({
  data: z.array(
    z.object({
      username: z.string(),
      role,
      code: z.string(),
      /**
       * The next code, which is already accepted, for someone who has just used the current code.
       */
      nextCode: z.string(),
      expiresAt: timestamp,
    }),
  ),
});

export const mailQuery = z.strictObject({ to: z.optional(email) });

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
export type Presence = NonNullable<AuthorizeBody["presence"]>;
export type UnaskedBody = z.infer<typeof unaskedBody>;
export type AuthorizationStepBody = z.infer<typeof authorizationStepBody>;
export type ReverseBody = z.infer<typeof reverseBody>;
export type ClearBody = z.infer<typeof clearBody>;
export type AdviceBody = z.infer<typeof adviceBody>;
export type NetworkAnswer = z.infer<typeof networkAnswer>;
