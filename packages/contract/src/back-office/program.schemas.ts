import { AMOUNT_PATTERN } from "@tessera/money";
import * as z from "zod/mini";
import { CARD_NETWORKS, CARD_TYPES, cardNetwork, cardType } from "../cards/cards.schemas.ts";
import {
  amount,
  amountInput,
  amountInputOrZero,
  currency,
  line,
  page,
  timeInput,
  timestamp,
} from "../fields.ts";
import { MAX_OPERATOR_REASON } from "../identity/operators.schemas.ts";

/** Maximum number of cards that a single change adds to or removes from stock. */
export const MAX_STOCK_CHANGE = 1_000_000;
/** The maximum opening fee, in whole units of a currency. */
export const MAX_OPENING_FEE = 10_000;
export const MAX_BASIS_POINTS = 10_000;
/**
 * Minimum notice, in seconds, for starting or canceling a fee schedule, to allow for differences
 * between servers' clocks.
 */
export const FEE_NOTICE_SECONDS = 60;

const basisPoints = z
  .int("wrong_type")
  .check(z.minimum(0, "out_of_range"), z.maximum(MAX_BASIS_POINTS, "out_of_range"));
const openingFee = z
  .string("wrong_type")
  .check(z.maxLength(8, "malformed_amount"), z.regex(AMOUNT_PATTERN, "malformed_amount"));
const revision = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range"));

/** A card product as shown to the program's administrators. */
export const programSegment = z.object({
  id: z.string(),
  network: cardNetwork,
  bin: z.string(),
  type: cardType,
  currency,
  /** The intended use, as shown to customers. */
  names: z.object({ en: z.string(), "zh-CN": z.string(), "zh-TW": z.string() }),
  limits: z.object({ perTransaction: amount, daily: amount, monthly: amount }),
  /** Fees specific to the product; null if the published schedule applies. */
  openingFee: z.nullable(amount),
  depositFeeBasisPoints: z.nullable(z.number()),
  /** The current fees: the lower of the product-specific fees and the published fees. */
  charged: z.object({ openingFee: amount, depositFeeBasisPoints: z.number() }),
  stock: z.number(),
  /**
   * Number of cards ever issued for this product. After the first card, its BIN and type are fixed.
   */
  issued: z.number(),
  open: z.boolean(),
  revision: z.number(),
  changedBy: z.string(),
  changedAt: timestamp,
});
export const programSegments = page(programSegment);

const written = {
  network: z.enum(CARD_NETWORKS, "not_allowed"),
  bin: z
    .string("wrong_type")
    .check(z.maxLength(8, "malformed"), z.regex(/^[0-9]{6,8}$/, "malformed")),
  type: z.enum(CARD_TYPES, "not_allowed"),
  currency,
  names: z.strictObject({ en: line(60), "zh-CN": line(60), "zh-TW": line(60) }),
  limits: z.strictObject({ perTransaction: amountInput, daily: amountInput, monthly: amountInput }),
  openingFee: z.nullable(openingFee),
  depositFeeBasisPoints: z.nullable(basisPoints),
  /** Whether customers can apply for this product. */
  open: z.boolean("wrong_type"),
};

export const createSegmentBody = z.strictObject({
  ...written,
  stock: z
    .int("wrong_type")
    .check(z.minimum(0, "out_of_range"), z.maximum(MAX_STOCK_CHANGE, "out_of_range")),
});
export const changeSegmentBody = z.strictObject({
  ...written,
  /** The revision that the edit is based on. */
  revision,
});
export const changeStockBody = z.strictObject({
  direction: z.enum(["add", "remove"], "not_allowed"),
  count: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(MAX_STOCK_CHANGE, "out_of_range")),
  reason: line(200),
});

/** The current status of a version of the fees. */
export const FEE_STATUSES = ["past", "in_force", "scheduled", "cancelled"] as const;

export const feeVersion = z.object({
  version: z.number(),
  status: z.enum(FEE_STATUSES),
  effectiveFrom: timestamp,
  /** Opening fees by the currency of the card. */
  cardOpeningFees: z.array(z.object({ currency, amount })),
  cardDepositBasisPoints: z.number(),
  withdrawalBasisPoints: z.number(),
  /** The markup on purchases in other currencies that Tessera converts. */
  foreignMarkupBasisPoints: z.number(),
  /** How much more than its price is held for such a purchase until it is cleared. */
  foreignBufferBasisPoints: z.number(),
  publishedBy: z.string(),
  publishedAt: timestamp,
  cancelled: z.nullable(z.object({ by: z.string(), at: timestamp })),
});
export const feeVersions = page(feeVersion);

const fees = {
  cardOpeningFees: z.strictObject({ USD: openingFee, CNY: openingFee, EUR: openingFee }),
  cardDepositBasisPoints: basisPoints,
  withdrawalBasisPoints: basisPoints,
  /** If absent, the markup and the buffer in force when the fees begin. */
  foreignMarkupBasisPoints: z.optional(basisPoints),
  foreignBufferBasisPoints: z.optional(basisPoints),
  effectiveFrom: timeInput,
};
export const publishFeesBody = z.strictObject(fees);
export const previewFeesBody = z.strictObject(fees);

const charge = z.object({ amount, fee: amount, total: amount });
const terms = z.object({
  cardOpeningFees: z.array(z.object({ currency, amount })),
  /** Example loads; the fee is added to the amount. */
  deposits: z.array(charge),
  /** Example withdrawals; the fee is deducted from the amount. */
  withdrawals: z.array(charge),
});
/** What a customer pays before and after new fees take effect, in one currency. */
export const feePreview = z.object({
  before: terms,
  after: terms,
  /**
   * Number of quotes that customers currently hold. Customers are charged as shown in their quotes.
   */
  openQuotes: z.number(),
});

/** The bounds of each threshold. Thresholds cannot be turned off. */
export const WRONG_TRIES_PER_CARD = { min: 3, max: 20 } as const;
export const UNKNOWN_NUMBERS_PER_BIN = { min: 10, max: 1000 } as const;
/** The bounds of the spread, in basis points. Without a spread, a daily rate would be an option. */
export const EXCHANGE_SPREAD = { min: 10, max: 500 } as const;

function count({ min, max }: { readonly min: number; readonly max: number }) {
  return z.int("wrong_type").check(z.minimum(min, "out_of_range"), z.maximum(max, "out_of_range"));
}

const settingValues = {
  withdrawal: z.object({
    reviewAbove: amount,
    twoAbove: amount,
    dayLimitWithoutFactor: amount,
    dayLimit: amount,
  }),
  application: z.object({ reviewAbove: amount }),
  correction: z.object({ maxAmount: amount }),
  tries: z.object({
    /**
     * Number of wrong expiry dates and CVVs within 24 hours that freezes a card for verification.
     */
    wrongPerCard: z.int(),
    /** Number of unknown card numbers in a BIN within ten minutes that alerts operators. */
    unknownPerBin: z.int(),
  }),
  exchange: z.object({
    /** What the program takes on an exchange, for each day begun since the rate was published. */
    spreadBasisPoints: z.int(),
    /** The most that a cell's open position in one currency may be worth. */
    positionLimit: amount,
  }),
};

/** The limits and thresholds in one version of the settings. Amounts are in US dollars. */
export const programSettings = z.object({
  version: z.number(),
  ...settingValues,
  changedBy: z.string(),
  changedAt: timestamp,
});
/** The version in force, and earlier versions, newest first. */
export const programSettingsPage = z.object({
  current: programSettings,
  earlier: z.array(programSettings),
});

export const changeSettingsBody = z.strictObject({
  /** The version that the edit is based on. */
  version: revision,
  withdrawal: z.strictObject({
    reviewAbove: amountInputOrZero,
    twoAbove: amountInputOrZero,
    dayLimitWithoutFactor: amountInputOrZero,
    dayLimit: amountInputOrZero,
  }),
  application: z.strictObject({ reviewAbove: amountInputOrZero }),
  correction: z.strictObject({ maxAmount: amountInputOrZero }),
  /** Unchanged if absent. */
  tries: z.optional(
    z.strictObject({
      wrongPerCard: count(WRONG_TRIES_PER_CARD),
      unknownPerBin: count(UNKNOWN_NUMBERS_PER_BIN),
    }),
  ),
  /** Unchanged if absent. */
  exchange: z.optional(
    z.strictObject({
      spreadBasisPoints: count(EXCHANGE_SPREAD),
      positionLimit: amountInputOrZero,
    }),
  ),
});

/** Limits that take effect when a second administrator approves them. */
export const proposeSettingsBody = z.extend(changeSettingsBody, {
  reason: line(MAX_OPERATOR_REASON),
});

export type ProgramSegment = z.infer<typeof programSegment>;
export type SegmentInput = Omit<z.output<typeof createSegmentBody>, "stock">;
export type ChangeStockBody = z.output<typeof changeStockBody>;
export type FeeVersion = z.infer<typeof feeVersion>;
export type FeeStatus = (typeof FEE_STATUSES)[number];
export type FeesInput = z.output<typeof publishFeesBody>;
export type FeePreview = z.infer<typeof feePreview>;
export type WireSettings = z.infer<typeof programSettings>;
export type SettingsPage = z.infer<typeof programSettingsPage>;
export type ProposeSettingsBody = z.output<typeof proposeSettingsBody>;
export type SettingsInput = z.output<typeof changeSettingsBody>;
