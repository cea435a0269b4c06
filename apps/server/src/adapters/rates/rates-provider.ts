import type { CurrencyCode } from "@tessera/money";

/** Exchange rates from a source: units of each currency for one euro. */
export interface RateSheet {
  /** Who publishes them, as readers see it. */
  readonly source: string;
  /** The moment the source dates its rates to. */
  readonly ratedAt: Date;
  /** Units of the currency for one euro, times `RATE_SCALE`; EUR is exactly one. */
  readonly perEuro: Readonly<Record<CurrencyCode, bigint>>;
}

/** The price of the deposit asset from a source. */
export interface UsdtRate {
  /** Who publishes it, as readers see it. */
  readonly source: string;
  /** The moment the source dates the price to. */
  readonly ratedAt: Date;
  /** US dollars for one USDT, times `RATE_SCALE`. */
  readonly dollarsScaled: bigint;
}

/** A source of one kind of rates. */
export interface RateProvider<Rates> {
  /** Stable name under which the last accepted rates are stored. */
  readonly name: string;
  /** Whether the source publishes new rates, so that old ones are stale. */
  readonly live: boolean;
  /**
   * Asks the source.
   *
   * @throws RatesError when it does not answer in time, or not with rates
   */
  fetchRates(): Promise<Rates>;
}

/** Where exchange rates come from. They are shown, and they price deposits and withdrawals. */
export type RatesProvider = RateProvider<RateSheet>;

/** Where the price of USDT comes from. */
export type UsdtRateProvider = RateProvider<UsdtRate>;

/**
 * The source gave no usable rates; the message says why, for the log.
 *
 * `unreachable`: no response, so the last accepted rates stay valid. `invalid`: an implausible
 * response, so nothing is priced until the source gives a valid one.
 */
export class RatesError extends Error {
  readonly kind: "unreachable" | "invalid";

  constructor(message: string, kind: "unreachable" | "invalid" = "invalid", cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "RatesError";
    this.kind = kind;
  }
}
