import type {
  WithdrawalQuote,
  WithdrawalTerms,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import {
  type CurrencyCode,
  formatAmount,
  parseAmount,
  parseRate,
  RATE_SCALE,
} from "@tessera/money";
import { ApiError } from "../../../lib/api/api-error.ts";

/** Reasons, known in advance, why an amount cannot be withdrawn. */
export type AmountRefusal =
  /** The amount exceeds the balance by `missing`, before fees. */
  | { readonly kind: "shortfall"; readonly missing: string }
  /** The account covers the amount, but not the fees. */
  | { readonly kind: "costs" }
  /** The amount is below the minimum or above the maximum for one payout. */
  | { readonly kind: "bounds" }
  /** The amount and its fees exceed what is left of today's limit: `left`, in dollars. */
  | { readonly kind: "day"; readonly left: string };

interface Asked {
  readonly amount: string | undefined;
  readonly currency: CurrencyCode;
  /** Available balance of the account; undefined while it is unknown. */
  readonly available: string | undefined;
  readonly terms: Pick<WithdrawalTerms, "dayLimit" | "dayUsed">;
  readonly quote: Pick<WithdrawalQuote, "total" | "currency" | "rate"> | undefined;
  readonly error: Error | null;
}

/**
 * Returns how much of the daily limit a quote uses, in US cents, rounded up. One unit of the asset
 * counts as $1.
 */
function countedMinor({ total, currency, rate }: NonNullable<Asked["quote"]>): bigint {
  const rateScaled = parseRate(rate) ?? RATE_SCALE;
  return ((parseAmount(total, currency) ?? 0n) * RATE_SCALE + rateScaled - 1n) / rateScaled;
}

function dollars(amount: string): bigint {
  return parseAmount(amount, "USD") ?? 0n;
}

/** Returns why the typed amount cannot be withdrawn; undefined if no reason is known. */
export function amountRefusal(asked: Asked): AmountRefusal | undefined {
  const { amount, currency, available, terms, quote, error } = asked;
  if (amount !== undefined && available !== undefined) {
    const missing =
      (parseAmount(amount, currency) ?? 0n) - (parseAmount(available, currency) ?? 0n);
    if (missing > 0n) {
      return { kind: "shortfall", missing: formatAmount(missing, currency) };
    }
  }
  if (error instanceof ApiError && error.code === "insufficient_funds") {
    return { kind: "costs" };
  }
  if (error instanceof ApiError && error.code === "withdrawal_out_of_bounds") {
    return { kind: "bounds" };
  }
  const left = dollars(terms.dayLimit) - dollars(terms.dayUsed);
  if (quote !== undefined && countedMinor(quote) > left) {
    return { kind: "day", left: formatAmount(left > 0n ? left : 0n, "USD") };
  }
  return undefined;
}
