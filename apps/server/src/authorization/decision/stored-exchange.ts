import { type CurrencyCode, isMerchantCurrency } from "@tessera/money";
import { EXCHANGE_SCALE, type Exchange, type ExchangeTerms } from "./exchange.policy.ts";

/**
 * An exchange in a movement's data. Bigints are texts, since JSON has none. A payment that could
 * not be converted has only the merchant's amount.
 */
export interface StoredExchange {
  /** In minor units of `currency`, the merchant's. */
  readonly amountMinor: string;
  readonly currency: string;
  readonly by?: ExchangeTerms["by"];
  /** A decimal: units of the card's currency per unit of the merchant's. */
  readonly rate?: string;
  readonly markupBasisPoints?: number;
  readonly bufferBasisPoints?: number;
  readonly source?: string;
  readonly ratedAt?: string;
}

const DECIMALS = 12;

/** Formats a rate as a decimal with up to twelve decimals, such as `1.2723` or `0.0000598812`. */
export function formatExchangeRate(rateScaled: bigint): string {
  const digits = rateScaled.toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Parses a rate from {@link formatExchangeRate}. Returns undefined for any other text. */
function parseExchangeRate(text: string): bigint | undefined {
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,12}))?$/.exec(text);
  return match === null
    ? undefined
    : BigInt(match[1] ?? "0") * EXCHANGE_SCALE + BigInt((match[2] ?? "").padEnd(DECIMALS, "0"));
}

/** Converts an exchange to its form in a movement's data. */
export function storedExchange(exchange: Exchange): StoredExchange {
  const { source, ratedAt } = exchange;
  return {
    amountMinor: exchange.merchantMinor.toString(),
    currency: exchange.currency,
    by: exchange.by,
    rate: formatExchangeRate(exchange.rateScaled),
    markupBasisPoints: exchange.markupBasisPoints,
    bufferBasisPoints: exchange.bufferBasisPoints,
    ...(source !== undefined && { source }),
    ...(ratedAt !== undefined && { ratedAt: ratedAt.toISOString() }),
  };
}

/** A merchant's amount in another currency, in minor units. */
export interface MerchantAmount {
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** Reads the merchant's amount from stored data; undefined if there is none or it is malformed. */
export function readMerchantAmount(stored: unknown): MerchantAmount | undefined {
  if (typeof stored !== "object" || stored === null) {
    return undefined;
  }
  const { amountMinor, currency }: Partial<Record<string, unknown>> = { ...stored };
  const isWhole =
    typeof amountMinor === "string" && /^[0-9]{1,18}$/.test(amountMinor) && amountMinor !== "";
  return isWhole && typeof currency === "string" && isMerchantCurrency(currency)
    ? { amountMinor: BigInt(amountMinor), currency }
    : undefined;
}

/** Reads the terms of an exchange from stored data; undefined if there are none. */
export function readExchangeTerms(
  stored: unknown,
  cardCurrency: CurrencyCode,
): ExchangeTerms | undefined {
  const merchant = readMerchantAmount(stored);
  const given: Partial<Record<string, unknown>> = { ...(stored as object | null) };
  const { by, rate, markupBasisPoints, bufferBasisPoints, source, ratedAt } = given;
  const rateScaled = typeof rate === "string" ? parseExchangeRate(rate) : undefined;
  if (
    merchant === undefined ||
    rateScaled === undefined ||
    (by !== "network" && by !== "program")
  ) {
    return undefined;
  }
  return {
    by,
    currency: merchant.currency,
    cardCurrency,
    rateScaled,
    markupBasisPoints: basisPointsOf(markupBasisPoints),
    bufferBasisPoints: basisPointsOf(bufferBasisPoints),
    ...(typeof source === "string" && { source }),
    ...(typeof ratedAt === "string" && { ratedAt: new Date(ratedAt) }),
  };
}

function basisPointsOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}
