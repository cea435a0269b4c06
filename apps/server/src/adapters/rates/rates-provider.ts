import type { CurrencyCode } from "@tessera/money";

/** Exchange rates from a source: units of each currency per euro. */
export interface RateSheet {
  /** The publisher's name, as shown to readers. */
  readonly source: string;
  /** The time of the rates as stated by the source. */
  readonly ratedAt: Date;
  /** Units of the currency per euro, times `RATE_SCALE`; exactly one for EUR. */
  readonly perEuro: Readonly<Record<CurrencyCode, bigint>>;
  /**
   * Units per euro of the other currencies in which merchants may ask for payment, times
   * `RATE_SCALE`. Absent for a sheet that was stored before they were kept.
   */
  readonly others?: OtherRates;
  /** Rates that jumped and wait for a later sheet; only in a stored sheet. */
  readonly heldBack?: HeldBackRates;
}

/** A rate that jumped, and the one before, by ISO 4217 code. Times `RATE_SCALE`. */
type HeldBackRates = Readonly<Record<string, { readonly before: bigint; readonly jumped: bigint }>>;

/** Rates by ISO 4217 code, times `RATE_SCALE`. */
export type OtherRates = Readonly<Record<string, bigint>>;

/** The price of an asset of deposits, according to a source. */
export interface UsdtRate {
  /** The publisher's name, as shown to readers. */
  readonly source: string;
  /** The time of the price as stated by the source. */
  readonly ratedAt: Date;
  /** US dollars per unit of the asset, times `RATE_SCALE`. */
  readonly dollarsScaled: bigint;
}

/** A source of one type of rate. */
export interface RateProvider<Rates> {
  /** A stable name under which the last accepted rates are stored. */
  readonly name: string;
  /** Whether the source publishes new rates, so that old ones become stale. */
  readonly live: boolean;
  /**
   * Fetches the rates.
   *
   * @throws RatesError if the source does not respond in time or returns no usable rates
   */
  fetchRates(): Promise<Rates>;
}

/** A source of exchange rates, which are displayed and used to price deposits and withdrawals. */
export type RatesProvider = RateProvider<RateSheet>;

/** A source of the price of USDT or USDC. */
export type UsdtRateProvider = RateProvider<UsdtRate>;

/**
 * Thrown if the source returned no usable rates. The message gives the reason, for the log.
 *
 * `unreachable` means that there was no response, so the last accepted rates stay valid. `invalid`
 * means that the response was implausible, so nothing is priced until the source returns a valid
 * one.
 */
export class RatesError extends Error {
  readonly kind: "unreachable" | "invalid";

  constructor(message: string, kind: "unreachable" | "invalid" = "invalid", cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "RatesError";
    this.kind = kind;
  }
}
