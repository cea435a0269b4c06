import type { Movement, WireExchange } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, formatMerchantAmount } from "@tessera/money";
import {
  type ExchangeTerms,
  formatExchangeRate,
  type MerchantAmount,
  readExchangeTerms,
  readMerchantAmount,
} from "../../authorization/decision/index.ts";
import type { MovementRow } from "./movement-filter.ts";
import type { StepRow } from "./steps.repository.ts";

/** Presents an exchange: the merchant's amount, and the terms, if it could be converted. */
export function presentExchange(
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: string },
  terms: ExchangeTerms | undefined,
): WireExchange {
  return {
    amount: formatMerchantAmount(amountMinor, currency),
    currency,
    ...(terms !== undefined && {
      by: terms.by,
      rate: formatExchangeRate(terms.rateScaled),
      markupBasisPoints: terms.markupBasisPoints,
      bufferBasisPoints: terms.bufferBasisPoints,
      ...(terms.source !== undefined && { source: terms.source }),
      ...(terms.ratedAt !== undefined && { ratedAt: terms.ratedAt.toISOString() }),
    }),
  };
}

type Data = Readonly<Record<string, unknown>>;

/**
 * Returns the merchant's amount so far: what was settled, or before that, what is pending. A
 * payment that was canceled still has what the merchant had asked for.
 */
function soFar(asked: MerchantAmount, settledMinor: bigint, adjustedMinor: bigint): MerchantAmount {
  const amountMinor = settledMinor > 0n ? settledMinor : asked.amountMinor + adjustedMinor;
  return { ...asked, amountMinor: amountMinor > 0n ? amountMinor : asked.amountMinor };
}

/** Presents the merchant's amount of a movement in a list; empty in the card's currency. */
export function merchantAmountOf({
  data,
  merchant_changes: changes,
}: Pick<MovementRow, "data" | "merchant_changes">): Pick<Movement, "merchantAmount"> {
  const asked = readMerchantAmount(data.exchange);
  if (asked === undefined) {
    return {};
  }
  const { settled = "0", adjusted = "0" } = changes ?? {};
  const { amountMinor, currency } = soFar(asked, BigInt(settled), BigInt(adjusted));
  return { merchantAmount: { amount: formatMerchantAmount(amountMinor, currency), currency } };
}

/** Presents the exchange in the data of a movement or a step; empty in the card's currency. */
export function exchangeOf(
  { exchange }: Data,
  currency: CurrencyCode,
): { readonly exchange?: WireExchange } {
  const merchant = readMerchantAmount(exchange);
  return merchant === undefined
    ? {}
    : { exchange: presentExchange(merchant, readExchangeTerms(exchange, currency)) };
}

/** By how much a step changed what the merchant has pending; zero if it did not. */
function changeOf({ data }: StepRow): bigint {
  const { exchange } = data;
  const change =
    typeof exchange === "object" && exchange !== null && "change" in exchange
      ? exchange.change
      : undefined;
  return typeof change === "string" && /^-?[0-9]{1,18}$/.test(change) ? BigInt(change) : 0n;
}

const SETTLING: ReadonlySet<string> = new Set(["clearing", "force_post"]);

/**
 * Presents what a merchant asked for in another currency: what was settled, at the rate of the last
 * settlement, or before that, what is pending at the rate of the authorization.
 */
export function exchangeSoFar(
  { data, currency }: { readonly data: Data; readonly currency: CurrencyCode },
  steps: readonly StepRow[],
): { readonly exchange?: WireExchange } {
  const asked = readMerchantAmount(data.exchange);
  if (asked === undefined) {
    return {};
  }
  const settling = steps.filter((step) => SETTLING.has(step.kind) && changeOf(step) !== 0n);
  const settledMinor = settling.reduce((sum, step) => sum - changeOf(step), 0n);
  const adjusting = steps.filter((step) => !SETTLING.has(step.kind));
  const adjustedMinor = adjusting.reduce((sum, step) => sum + changeOf(step), 0n);
  const ofSteps = settling.map((step) => readExchangeTerms(step.data.exchange, currency));
  // A step in a third currency has a rate of its own, which says nothing about this amount.
  const terms = ofSteps.findLast((one) => one?.currency === asked.currency);
  return {
    exchange: presentExchange(
      soFar(asked, settledMinor, adjustedMinor),
      terms ?? readExchangeTerms(data.exchange, currency),
    ),
  };
}
