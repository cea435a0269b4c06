import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";
import { merchant } from "./bills.schemas.ts";

/** The periods that a chart can cover, in days including today. */
export const FIGURE_DAYS = ["7", "30", "90"] as const;

const category = merchant.shape.category;
/** A day in the program's calendar, such as `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));
const days = z.optional(z.enum(FIGURE_DAYS, "not_allowed"));
/**
 * Currencies whose amounts are left out because there are no exchange rates for them; otherwise
 * empty.
 */
export const unconverted = z.array(currency);

export const spendingQuery = z.strictObject({
  days,
  /** The currency to convert to for display; defaults to USD. */
  currency: z.optional(currency),
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
});

/** Settled spending minus refunds. Negative if there are only refunds. */
export const spending = z.object({
  currency,
  /** Whether some amounts were converted from other currencies, so that the total is not exact. */
  converted: z.boolean(),
  unconverted,
  total: amount,
  /** Categories with spending, largest first. */
  categories: z.array(z.object({ category, amount })),
  /** One entry per day, oldest first, including days without spending. */
  days: z.array(z.object({ day, amount })),
});

export const holdingsQuery = z.strictObject({ days, currency: z.optional(currency) });

/**
 * The customer's total holdings at the end of each day, and as of now for today, at the rates of
 * `ratedAt`.
 */
export const holdings = z.object({
  currency,
  converted: z.boolean(),
  unconverted,
  /** Null if there are no exchange rates, in which case nothing was converted. */
  ratedAt: z.nullable(timestamp),
  days: z.array(z.object({ day, total: amount, cards: amount, account: amount })),
});

export type Spending = z.infer<typeof spending>;
export type Holdings = z.infer<typeof holdings>;
export type FigureDays = (typeof FIGURE_DAYS)[number];
