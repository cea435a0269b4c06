import { CURRENCIES, type CurrencyCode, RATE_SCALE } from "@tessera/money";
import { providers } from "../../adapters/providers/registry.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { RateSheet, RatesProvider } from "../../adapters/rates/rates-provider.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { defineService } from "../../platform/service.ts";
import { withoutJumps } from "./other-rates.policy.ts";
import { latestTime } from "./rate-bounds.policy.ts";
import { openRateSource, type RatesInForce } from "./rate-source.ts";
import { crossRate } from "./rates.policy.ts";
import { selectSheet, selectSheets, selectSheetWith, upsertSheet } from "./rates.repository.ts";

/** The rates in force, and whether they can be trusted. */
export interface CurrentRates {
  readonly sheet: RateSheet;
  /** When the source was last fetched. */
  readonly refreshedAt: Date;
  /** Whether the last fetch failed or was invalid, or the rates are old. */
  readonly stale: boolean;
  /** Whether the rates may be used for pricing. */
  readonly priceable: boolean;
}

/**
 * A bank's sheet is dated 15:00 UTC but may be published an hour earlier in summer. Another hour
 * allows for clock differences and early publication.
 */
const SHEET_AHEAD_MS = 2 * 3_600_000;

/** How long a currency's last rate can be used if its source no longer publishes one: a month. */
const LAST_RATE_MS = 31 * 24 * 3_600_000;

/** Units of `to` per unit of `from`, times `RATE_SCALE`. */
type RateBetween = (from: CurrencyCode, to: CurrencyCode) => bigint;

/**
 * The exchange rates from one source. They are stored so that the last accepted rates survive a
 * restart.
 */
export interface RatesBook {
  /**
   * Returns the rates in force, or undefined if no source is configured or the source has not
   * responded yet.
   */
  known(tx?: Tx): Promise<CurrentRates | undefined>;
  /** Returns whether the source has ever responded with rates that were accepted. */
  hasAnswered(): Promise<boolean>;
  /**
   * Returns the rates in force.
   *
   * @throws Refusal `not_offered` if no source is configured, `rates_unavailable` if the source has
   * not responded yet
   */
  current(tx?: Tx): Promise<CurrentRates>;
  /**
   * Returns the rates in force if they may be used for pricing.
   *
   * @param tx the transaction to read in, for callers that hold locks in one
   * @throws Refusal those from {@link RatesBook.current}, and `rates_not_current` if the rates are
   * old or the source's last response was held back
   */
  priceable(tx?: Tx): Promise<RateSheet>;
  /**
   * Returns a lookup for the rate between any two currencies. The rate between identical currencies
   * needs no source. For other pairs, the lookup throws the same refusals as
   * {@link RatesBook.current}.
   */
  converter(): Promise<RateBetween>;
  /**
   * Returns the last accepted sheet with a rate of a currency, for what has been settled in it and
   * must be posted. Undefined if the source has published none for a month.
   */
  lastWith(code: string, tx: Tx): Promise<RateSheet | undefined>;
  /**
   * Returns the rates accepted since a given time, one sheet for each day, oldest first.
   *
   * @throws Refusal `not_offered` if no source is configured
   */
  history(since: Date): Promise<readonly RateSheet[]>;
  /**
   * Fetches the source again, unless it was just fetched.
   *
   * @throws Refusal `rates_unavailable`, in which case the last accepted rates stay in force
   */
  refresh(): Promise<CurrentRates>;
}

function requireKnown(rates: CurrentRates | undefined): CurrentRates {
  if (rates === undefined) {
    throw new Refusal("rates_unavailable", { internal: "the source has not answered yet" });
  }
  return rates;
}

function converterOf(rates: CurrentRates | undefined): RateBetween {
  return (from, to) =>
    from === to ? RATE_SCALE : crossRate(requireKnown(rates).sheet.perEuro, from, to);
}

function refuse(): never {
  return requireOffered<never>(undefined, "exchange rates");
}

/** A rates book without a source, which has no rates and refuses to convert. */
const NO_RATES: RatesBook = {
  known: async () => undefined,
  hasAnswered: async () => false,
  current: async () => refuse(),
  priceable: async () => refuse(),
  history: async () => refuse(),
  refresh: async () => refuse(),
  lastWith: async () => undefined,
  converter: async () => (from, to) => (from === to ? RATE_SCALE : refuse()),
};

/**
 * Creates a rates book for any provider. {@link ratesBook} is the one for the configured provider.
 *
 * @param standIn sample rates that are shown, marked as stale, until the provider first responds
 */
export function createRatesBook(
  context: AppContext,
  provider: RatesProvider,
  standIn?: RatesProvider,
): RatesBook {
  const { maxAgeMs, maxJumpBasisPoints } = context.config.rates;
  const source = openRateSource(
    context,
    provider,
    {
      newest: selectSheet,
      put: upsertSheet,
      valuesOf: ({ perEuro }) => CURRENCIES.map((currency) => perEuro[currency]),
      isWhole: ({ others }) => others !== undefined,
      trusted: withoutJumps,
    },
    { maxAgeMs, maxAheadMs: SHEET_AHEAD_MS, maxJumpBasisPoints },
  );

  async function known(tx?: Tx): Promise<CurrentRates | undefined> {
    const inForce = await source.known(tx);
    if (inForce !== undefined) {
      return currentOf(inForce);
    }
    const sheet = await standIn?.fetchRates();
    return sheet && { sheet, refreshedAt: sheet.ratedAt, stale: true, priceable: false };
  }

  async function current(tx?: Tx): Promise<CurrentRates> {
    return requireKnown(await known(tx));
  }

  return {
    known,
    hasAnswered: async () => (await source.known()) !== undefined,
    current,
    async priceable(tx) {
      const { sheet, priceable } = await current(tx);
      if (!priceable) {
        throw new Refusal("rates_not_current", { internal: "the exchange rates cannot be used" });
      }
      return sheet;
    },
    history(since) {
      const latest = latestTime(context.clock.now(), SHEET_AHEAD_MS);
      return selectSheets(context.db.kysely, provider.name, { since, latest });
    },
    lastWith(code, tx) {
      const now = context.clock.now();
      const since = new Date(now.getTime() - LAST_RATE_MS);
      const latest = latestTime(now, SHEET_AHEAD_MS);
      // The dates of samples do not matter.
      const period = provider.live ? { since, latest } : undefined;
      return selectSheetWith(tx, provider.name, code, period);
    },
    converter: async () => converterOf(await known()),
    refresh: async () => currentOf(await source.refresh()),
  };
}

function currentOf(inForce: RatesInForce<RateSheet>): CurrentRates {
  const { rates: sheet, refreshedAt, stale, priceable } = inForce;
  return { sheet, refreshedAt, stale, priceable };
}

export const ratesBook = defineService("rates book", (context): RatesBook => {
  const { rates, simulators } = context.use(providers);
  return rates === undefined ? NO_RATES : createRatesBook(context, rates, simulators?.rates);
});
