import { type CurrencyCode, decimalsOf, feeOf } from "@tessera/money";

/** Fixed-point scale of the rate of a purchase: units of the card's currency times 10^12. */
export const EXCHANGE_SCALE = 1_000_000_000_000n;
const WHOLE_BASIS_POINTS = 10_000n;

/** The rate and markup at which a merchant's amounts are converted. */
export interface ExchangeTerms {
  /**
   * Who converts: `network` states the amount in the card's currency, and `program` is our quote.
   */
  readonly by: "network" | "program";
  /** The ISO 4217 code of the merchant's currency. */
  readonly currency: string;
  readonly cardCurrency: CurrencyCode;
  /** Units of the card's currency per unit of the merchant's, times {@link EXCHANGE_SCALE}. */
  readonly rateScaled: bigint;
  /** Zero if the network converts. */
  readonly markupBasisPoints: number;
  /** How much more than the price is held, since the payment is cleared at a later rate. */
  readonly bufferBasisPoints: number;
  /** The source of the rate and its time; absent if the network converts. */
  readonly source?: string | undefined;
  readonly ratedAt?: Date | undefined;
}

/** A merchant's amount with its price on the card. Amounts are in minor units. */
export interface Exchange extends ExchangeTerms {
  /** In minor units of the merchant's currency. */
  readonly merchantMinor: bigint;
  /** In the card's currency, including the markup. */
  readonly chargeMinor: bigint;
  /** The markup in the charge. */
  readonly feeMinor: bigint;
}

/** An amount in the card's currency, and the exchange behind it, if any. */
export interface Part {
  readonly amountMinor: bigint;
  readonly exchange?: Exchange | undefined;
}

/** Divides and rounds half up. Both numbers are zero or more. */
function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

/** Converts a merchant's amount at a rate without markup, rounded half up. */
function converted(merchantMinor: bigint, { currency, cardCurrency, rateScaled }: ExchangeTerms) {
  const dividend = merchantMinor * rateScaled * 10n ** BigInt(decimalsOf(cardCurrency));
  const divisor = EXCHANGE_SCALE * 10n ** BigInt(decimalsOf(currency));
  return dividedHalfUp(dividend, divisor);
}

/**
 * Prices a merchant's amount: its worth at the rate, and the markup, in the card's currency. A
 * positive amount never becomes zero, since zero asks for an account verification.
 */
export function priceExchange(terms: ExchangeTerms, merchantMinor: bigint): Exchange {
  const minor = converted(merchantMinor, terms);
  const worthMinor = minor === 0n && merchantMinor > 0n ? 1n : minor;
  const feeMinor = feeOf(worthMinor, terms.markupBasisPoints);
  return { ...terms, merchantMinor, chargeMinor: worthMinor + feeMinor, feeMinor };
}

/**
 * Prices a refund: its worth at the rate. Less than half a minor unit is worth nothing, so that
 * many small refunds credit no more than one large one.
 */
export function priceRefund(terms: ExchangeTerms, merchantMinor: bigint): Exchange {
  const chargeMinor = converted(merchantMinor, terms);
  return { ...terms, merchantMinor, chargeMinor, feeMinor: 0n };
}

/**
 * Returns the merchant's amount whose price is closest to a charge in the card's currency; zero if
 * the terms state no rate.
 */
export function merchantAmountFor(
  { currency, cardCurrency, rateScaled, markupBasisPoints }: ExchangeTerms,
  chargeMinor: bigint,
): bigint {
  const dividend =
    chargeMinor * EXCHANGE_SCALE * WHOLE_BASIS_POINTS * 10n ** BigInt(decimalsOf(currency));
  const perMinor = rateScaled * (WHOLE_BASIS_POINTS + BigInt(markupBasisPoints));
  const divisor = perMinor * 10n ** BigInt(decimalsOf(cardCurrency));
  return divisor === 0n ? 0n : dividedHalfUp(dividend, divisor);
}

/** Describes an exchange by the network, which states both amounts. */
export function networkExchange(
  merchant: { readonly amountMinor: bigint; readonly currency: string },
  billed: { readonly amountMinor: bigint; readonly currency: CurrencyCode },
): Exchange {
  const dividend =
    billed.amountMinor * EXCHANGE_SCALE * 10n ** BigInt(decimalsOf(merchant.currency));
  const divisor = merchant.amountMinor * 10n ** BigInt(decimalsOf(billed.currency));
  return {
    by: "network",
    currency: merchant.currency,
    cardCurrency: billed.currency,
    rateScaled: divisor === 0n ? 0n : dividedHalfUp(dividend, divisor),
    markupBasisPoints: 0,
    bufferBasisPoints: 0,
    merchantMinor: merchant.amountMinor,
    chargeMinor: billed.amountMinor,
    feeMinor: 0n,
  };
}

/** Returns the amount to hold in addition to the price. */
export function bufferOf(exchange: Exchange | undefined): bigint {
  return exchange === undefined ? 0n : feeOf(exchange.chargeMinor, exchange.bufferBasisPoints);
}

/**
 * Returns the largest part of a payment that the funds cover, including its buffer. The part of a
 * payment in another currency is a whole number of the merchant's minor units.
 */
export function partWithin({ exchange, amountMinor }: Part, fundsMinor: bigint): Part {
  if (exchange === undefined) {
    return { amountMinor: fundsMinor };
  }
  if (exchange.by === "network") {
    const merchantMinor = (exchange.merchantMinor * fundsMinor) / amountMinor;
    const part = { ...exchange, merchantMinor, chargeMinor: fundsMinor };
    return { amountMinor: merchantMinor === 0n ? 0n : fundsMinor, exchange: part };
  }
  const isCovered = (merchantMinor: bigint) => {
    const price = priceExchange(exchange, merchantMinor);
    return price.chargeMinor + bufferOf(price) <= fundsMinor;
  };
  // The price grows with the amount, so the largest covered amount is found by bisection.
  let coveredMinor = 0n;
  let beyondMinor = exchange.merchantMinor;
  while (beyondMinor - coveredMinor > 1n) {
    const middleMinor = (coveredMinor + beyondMinor) / 2n;
    if (isCovered(middleMinor)) {
      coveredMinor = middleMinor;
    } else {
      beyondMinor = middleMinor;
    }
  }
  const part = priceExchange(exchange, coveredMinor);
  return { amountMinor: part.chargeMinor, exchange: part };
}
