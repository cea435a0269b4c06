import * as z from "zod/mini";
import { amount, amountInput, currency, pageQuery, timestamp } from "../fields.ts";

export const DEPOSIT_ASSETS = ["USDT", "USDC"] as const;
/** `BASE` and `POLYGON` are the chains of those names; the others are named after their token. */
export const DEPOSIT_NETWORKS = ["TRC20", "ERC20", "BEP20", "BASE", "POLYGON"] as const;
export const DEPOSIT_STATUSES = ["pending", "completed", "expired", "cancelled"] as const;
/** `reviewing`: operators decide on a payment; `returned`: they return it to its sender. */
export const DEPOSIT_REVIEWS = ["reviewing", "returned"] as const;
/**
 * What is unusual about a payment. `cancelled`: paid after the deposit was canceled; `extra`:
 * another payment after the first; `retracted`: the network took the payment back, so that it is
 * not credited unless it arrives again; `other_network`, `other_token`: it arrived on another
 * network or in another token than the deposit's, so that operators decide on it, and recovering it
 * costs.
 */
export const DEPOSIT_NOTES = [
  "underpaid",
  "overpaid",
  "late",
  "cancelled",
  "extra",
  "retracted",
  "other_network",
  "other_token",
] as const;

export const walletQuery = z.strictObject({ currency: z.optional(currency) });
export const assetsQuery = z.strictObject({ currency: z.optional(currency), ...pageQuery });

export const wallet = z.object({
  /**
   * The total across cards and accounts, converted to `currency` for display. Null, like `cards`
   * and `account`, if part of it is in another currency and there are no exchange rates.
   */
  total: z.nullable(amount),
  currency,
  cards: z.nullable(amount),
  account: z.nullable(amount),
  balances: z.array(z.object({ currency, available: amount, held: amount })),
  /**
   * Units of `currency` per US dollar, as a decimal string; null if there are no exchange rates.
   */
  rate: z.nullable(z.string()),
  ratedAt: z.nullable(timestamp),
});

export const ratesAnswer = z.object({
  pairs: z.array(z.object({ base: currency, quote: currency, rate: z.string() })),
  /** The ISO 4217 codes of all currencies with a rate, also those in which only merchants ask. */
  currencies: z.array(z.string()),
  source: z.string(),
  ratedAt: timestamp,
  /** When the source was last queried. */
  refreshedAt: timestamp,
  /**
   * Whether the source did not respond to the last query or its rates are old. If so, the last
   * valid rates are used.
   */
  stale: z.boolean(),
});

/** An asset, updated every 5 minutes. */
export const asset = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  type: z.enum(["wallet", "card"]),
  typeLabel: z.string(),
  amount,
  /** Null if the asset is in another currency and there are no exchange rates. */
  converted: z.nullable(amount),
  updateTime: timestamp,
  color: z.string(),
  icon: z.string(),
});
export const assetsAnswer = z.object({
  data: z.array(asset),
  nextCursor: z.nullable(z.string()),
  currency,
});

export const createDepositBody = z.strictObject({
  asset: z.enum(DEPOSIT_ASSETS, "not_allowed"),
  network: z.enum(DEPOSIT_NETWORKS, "not_allowed"),
  amount: amountInput,
  /** The account to credit; defaults to USD. */
  currency: z.optional(currency),
});

export const deposit = z.object({
  id: z.string(),
  status: z.enum(DEPOSIT_STATUSES),
  asset: z.enum(DEPOSIT_ASSETS),
  network: z.enum(DEPOSIT_NETWORKS),
  /**
   * Where to pay; null if the address is no longer monitored because a different provider, or none,
   * is now configured.
   */
  address: z.nullable(z.string()),
  /** The amount to send, in the asset. */
  amount,
  /**
   * The account to credit with `creditAmount`, which is `amount` converted at `rate` or, once a
   * payment has been seen, the total received, with each payment converted at `rate` or, if the
   * payment was late, canceled or extra, at the rate when it was seen.
   */
  currency,
  creditAmount: amount,
  /** Units of `currency` per unit of the asset, as quoted at creation, including the spread. */
  rate: z.string(),
  /** The time of the rate, as reported by its source. */
  ratedAt: timestamp,
  /** Publisher of the rate; null for deposits created before publishers were recorded. */
  rateSource: z.nullable(z.string()),
  /** The spread: how much worse the customer's rate is than the source's rate. */
  spreadBasisPoints: z.number(),
  /** The amount seen on chain so far; null while no payment is on the chain. */
  receivedAmount: z.nullable(amount),
  /** What is unusual about the payment, which is credited unless a note says otherwise. */
  notes: z.array(z.enum(DEPOSIT_NOTES)),
  /** Whether a payment is under review or was not accepted; null if neither. */
  review: z.nullable(z.enum(DEPOSIT_REVIEWS)),
  transactionHash: z.nullable(z.string()),
  seenAt: z.nullable(timestamp),
  confirmations: z.number(),
  confirmationsRequired: z.number(),
  expiresAt: timestamp,
  createdAt: timestamp,
  movementId: z.nullable(z.string()),
});

export type DepositAsset = (typeof DEPOSIT_ASSETS)[number];
export type Wallet = z.infer<typeof wallet>;
export type RatesAnswer = z.infer<typeof ratesAnswer>;
export type Asset = z.infer<typeof asset>;
export type Deposit = z.infer<typeof deposit>;
export type CreateDepositBody = z.infer<typeof createDepositBody>;
