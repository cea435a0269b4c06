import type { CurrencyCode } from "@tessera/money";

/** Rates of one day as their source gave them: how many of each currency one euro is. */
export interface RateSheet {
  /** Who says so, as readers are told. */
  readonly source: string;
  /** The moment the source dates its rates to. */
  readonly ratedAt: Date;
  /** Units of the currency for one euro, times `RATE_SCALE`; EUR is exactly one. */
  readonly perEuro: Readonly<Record<CurrencyCode, bigint>>;
}

/** Where exchange rates come from. They are shown, and they price a deposit. */
export interface RatesProvider {
  /** Stable name under which the last good sheet is kept. */
  readonly name: string;
  /** Whether the source changes by itself, so that an old sheet of it is stale. */
  readonly live: boolean;
  /**
   * Asks the source.
   *
   * @throws RatesError when it does not answer in time or what it says is not a sheet of rates
   */
  fetchSheet(): Promise<RateSheet>;
}

/** The source gave no usable rates; the message says why, for the log. */
export class RatesError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "RatesError";
  }
}
