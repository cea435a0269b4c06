import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { bundledRates } from "../../providers/rates/bundled-rates.ts";
import { ecbRates } from "../../providers/rates/ecb-rates.ts";
import type { RateSheet, RatesProvider } from "../../providers/rates/rates-provider.ts";
import { isOutdated } from "./rates.policy.ts";
import { selectLastAsked, selectRates, upsertAsked, upsertSheet } from "./rates.repository.ts";

/** The rates in force, and how much they are to be trusted. */
export interface CurrentRates {
  readonly sheet: RateSheet;
  /** When the source was last asked. */
  readonly refreshedAt: Date;
  /** The source did not answer last time, or what it says is old. */
  readonly stale: boolean;
}

/** Exchange rates of one source, kept in the database so that the last good ones survive. */
export interface RatesBook {
  current(): Promise<CurrentRates>;
  /**
   * Asks the source again, unless it was asked a moment ago.
   *
   * @throws Refusal `rates_unavailable`; the last good rates stay in force
   */
  refresh(): Promise<CurrentRates>;
  readonly provider: RatesProvider;
}

const ECB_DAILY_FILE = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
/** However many people press refresh, the source is asked no more often than this. */
const MIN_INTERVAL_MS = 30_000;

/** A book over any provider; {@link ratesOf} gives the configured one's. */
export function createRatesBook(context: AppContext, provider: RatesProvider): RatesBook {
  const { db, clock, log } = context;
  let asking: Promise<CurrentRates> | undefined;

  async function keep(sheet: RateSheet): Promise<CurrentRates> {
    const at = clock.now();
    await inTransaction(db, async (tx) => {
      await upsertSheet(tx, { provider: provider.name, sheet, at });
      await upsertAsked(tx, { provider: provider.name, at, failed: false });
    });
    return stored();
  }

  async function stored(): Promise<CurrentRates> {
    const rates = await selectRates(db.kysely, provider.name);
    if (rates !== undefined) {
      const outdated = provider.live && isOutdated(rates.sheet.ratedAt, clock.now());
      const stale = rates.failedAt !== null || outdated;
      return { sheet: rates.sheet, refreshedAt: rates.askedAt, stale };
    }
    if (!provider.live) {
      return keep(await provider.fetchSheet());
    }
    // Before a live source ever answered, the bundled rates let totals be shown, marked as old.
    const sheet = await bundledRates().fetchSheet();
    const askedAt = await selectLastAsked(db.kysely, provider.name);
    return { sheet, refreshedAt: askedAt ?? sheet.ratedAt, stale: true };
  }

  async function ask(): Promise<CurrentRates> {
    const askedAt = await selectLastAsked(db.kysely, provider.name);
    const sinceMs = clock.now().getTime() - (askedAt?.getTime() ?? 0);
    if (sinceMs >= 0 && sinceMs < MIN_INTERVAL_MS) {
      return stored();
    }
    let sheet: RateSheet;
    try {
      sheet = await provider.fetchSheet();
    } catch (error) {
      log.warn({ err: error, provider: provider.name }, "the rate source failed");
      await upsertAsked(db.kysely, { provider: provider.name, at: clock.now(), failed: true });
      throw new Refusal("rates_unavailable", {
        retryAfterSeconds: MIN_INTERVAL_MS / 1000,
        cause: error,
      });
    }
    return keep(sheet);
  }

  return {
    provider,
    current: stored,
    refresh() {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

const books = new WeakMap<AppContext, RatesBook>();

/** The book of the rate source that the settings name. */
export function ratesOf(context: AppContext): RatesBook {
  let book = books.get(context);
  if (book === undefined) {
    const { provider, url } = context.config.rates;
    book = createRatesBook(
      context,
      provider === "ecb" ? ecbRates(url ?? ECB_DAILY_FILE) : bundledRates(),
    );
    books.set(context, book);
  }
  return book;
}
