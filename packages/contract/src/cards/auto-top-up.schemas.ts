import * as z from "zod/mini";
import { amount, amountInput, currency, id, timestamp } from "../fields.ts";
import { WEEKDAYS } from "./cards.schemas.ts";

/** How many hours before an expected charge a card can be topped up. */
export const MAX_HOURS_BEFORE = 168;

/** Why an automatic top-up was refused. Nothing was charged. */
export const AUTO_TOP_UP_REFUSALS = [
  "insufficient_funds",
  "cap_reached",
  "fee_rose",
  "card_frozen",
  "card_closed",
  "card_expired",
  "card_used",
  /** The account is suspended, on a security hold, or about to be closed. */
  "account_stopped",
  "acceptance_required",
  /** The order was changed or turned off before the server could act. */
  "turned_off",
  /** The server could not act within a day. */
  "too_late",
] as const;

const dayInput = z
  .string("wrong_type")
  .check(z.maxLength(10, "malformed_day"), z.iso.date("malformed_day"));
const hour = z.int("wrong_type").check(z.minimum(0, "out_of_range"), z.maximum(23, "out_of_range"));
const dayOfMonth = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(31, "out_of_range"));
const feeBasisPoints = z
  .int("wrong_type")
  .check(z.minimum(0, "out_of_range"), z.maximum(10_000, "out_of_range"));

/**
 * When a card is topped up: `balance`, after a payment that leaves less available than `below`;
 * `week` and `month`, at an hour of a day in the program's time zone (in a shorter month, on its
 * last day); `charge`, before a charge that is expected from a merchant.
 */
export const topUpTrigger = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("balance"), below: amountInput }),
  z.strictObject({ kind: z.literal("week"), day: z.enum(WEEKDAYS, "not_allowed"), hour }),
  z.strictObject({ kind: z.literal("month"), day: dayOfMonth, hour }),
  z.strictObject({
    kind: z.literal("charge"),
    hoursBefore: z
      .int("wrong_type")
      .check(z.minimum(1, "out_of_range"), z.maximum(MAX_HOURS_BEFORE, "out_of_range")),
  }),
]);

/**
 * How much is added: a `fixed` amount, what the balance lacks to a `target`, or what it lacks for
 * the expected `charge`.
 */
export const topUpAmount = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("fixed"), amount: amountInput }),
  z.strictObject({ kind: z.literal("target"), balance: amountInput }),
  z.strictObject({ kind: z.literal("charge") }),
]);

const order = {
  trigger: topUpTrigger,
  amount: topUpAmount,
  /** The most that may leave the account in a calendar month, fees included. */
  monthlyCap: amountInput,
  /** The last day on which the card is topped up; null for no end. */
  endsOn: z.nullable(dayInput),
};

/** A card's automatic top-up; `order` is null to turn it off. */
export const autoTopUpBody = z.strictObject({
  /**
   * The id of the order that the edit is based on, or null if there was none. If absent, the last
   * write wins.
   */
  replaces: z.optional(z.nullable(id("atu"))),
  /** `feeBasisPoints`: the fee that was shown. */
  order: z.nullable(z.strictObject({ ...order, feeBasisPoints })),
});

export const autoTopUp = z.object({
  /** Null if the card is not topped up automatically. */
  order: z.nullable(
    z.object({
      id: z.string(),
      ...order,
      /** The fee that the owner has agreed to. */
      feeBasisPoints: z.number(),
      /** What left the account for automatic top-ups this month, fees included. */
      usedThisMonth: amount,
      /**
       * Whether a higher fee has taken effect. Nothing is added until the owner has agreed to it.
       */
      pausedByFee: z.boolean(),
      /**
       * When the card is topped up next, as far as is known; null after a payment, or if no charge
       * is expected.
       */
      nextAt: z.nullable(timestamp),
      createdAt: timestamp,
    }),
  ),
  currency,
  /** The fee in force: as for loading the card. */
  feeBasisPoints: z.number(),
  /** The program's time zone, as an IANA name. */
  timeZone: z.string(),
  monthResetsAt: timestamp,
});

/** What was done for one cause: a payment, a day, or an expected charge. */
export const autoTopUpRun = z.object({
  id: z.string(),
  at: timestamp,
  trigger: z.enum(["balance", "week", "month", "charge"]),
  /** The merchant whose charge is expected; null for another trigger. */
  merchant: z.nullable(z.string()),
  /** `not_needed`: the balance sufficed. */
  outcome: z.enum(["waiting", "funded", "not_needed", "refused"]),
  reason: z.nullable(z.enum(AUTO_TOP_UP_REFUSALS)),
  /** What was added, and its fee; null if nothing was. */
  amount: z.nullable(amount),
  fee: z.nullable(amount),
  movementId: z.nullable(z.string()),
  currency,
});

export type TopUpTrigger = z.infer<typeof topUpTrigger>;
export type TopUpAmount = z.infer<typeof topUpAmount>;
export type AutoTopUpBody = z.infer<typeof autoTopUpBody>;
export type AutoTopUpOrder = NonNullable<AutoTopUpBody["order"]>;
export type AutoTopUp = z.infer<typeof autoTopUp>;
export type AutoTopUpRun = z.infer<typeof autoTopUpRun>;
export type AutoTopUpRefusal = (typeof AUTO_TOP_UP_REFUSALS)[number];
