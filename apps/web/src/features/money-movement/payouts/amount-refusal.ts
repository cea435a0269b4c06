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

/** Why an amount can't be withdrawn, as far as it is known before it is asked for. */
export type AmountRefusal =
  /** `missing` more than the account holds, fees not yet counted. */
  | { readonly kind: "shortfall"; readonly missing: string }
  /** The account holds the amount, and not what it costs on top. */
  | { readonly kind: "costs" }
  /** Less or more than one payout may be. */
  | { readonly kind: "bounds" }
  /** Only so many dollars may still leave today, with all that they cost. */
  | { readonly kind: "day"; readonly left: string };

interface Asked {
  readonly amount: string | undefined;
  readonly currency: CurrencyCode;
  /** What the account holds; undefined where that is not known yet. */
  readonly available: string | undefined;
  readonly terms: Pick<WithdrawalTerms, "dayLimit" | "dayUsed">;
  readonly quote: Pick<WithdrawalQuote, "total" | "currency" | "rate"> | undefined;
  readonly error: Error | null;
}

/** What a quote counts against the day, in US cents, rounded up; one of the asset is a dollar. */
function countedMinor({ total, currency, rate }: NonNullable<Asked["quote"]>): bigint {
  const rateScaled = parseRate(rate) ?? RATE_SCALE;
  return ((parseAmount(total, currency) ?? 0n) * RATE_SCALE + rateScaled - 1n) / rateScaled;
}

function dollars(amount: string): bigint {
  return parseAmount(amount, "USD") ?? 0n;
}

/** Says why what is typed can't be withdrawn; undefined where nothing is known against it. */
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
