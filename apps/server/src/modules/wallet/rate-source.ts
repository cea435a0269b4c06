import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type RateProvider, RatesError } from "../../providers/rates/rates-provider.ts";
import {
  comesIntoForce,
  isFromFuture,
  isOlder,
  isOutdated,
  type RateBounds,
  type RateFault,
} from "./rate-bounds.policy.ts";
import {
  lockSource,
  type SourceRow,
  selectSource,
  upsertSource,
} from "./rate-source.repository.ts";

/** Rates in force, and how far they are to be trusted. */
export interface RatesInForce<Rates> {
  readonly rates: Rates;
  /** When the source was last fetched. */
  readonly refreshedAt: Date;
  /** The last fetch failed or was invalid, or the rates are old. */
  readonly stale: boolean;
  /** Whether they may price money. */
  readonly priceable: boolean;
}

/** The rates of one source, stored so that the last accepted ones survive. */
export interface RateSource<Rates> {
  /**
   * The rates in force; undefined before a live source first answered.
   *
   * @param tx the transaction to read in, for callers that hold locks in one
   */
  known(tx?: Tx): Promise<RatesInForce<Rates> | undefined>;
  /**
   * Fetches from the source, unless that was done a moment ago.
   *
   * @throws Refusal `rates_unavailable`; the last accepted rates stay in force
   */
  refresh(): Promise<RatesInForce<Rates>>;
}

/** How one kind of rates is stored and compared. */
export interface RateStore<Rates> {
  newest(tx: Tx, provider: string): Promise<Rates | undefined>;
  put(tx: Tx, kept: { provider: string; rates: Rates; at: Date }): Promise<void>;
  /** The figures in a fixed order, times `RATE_SCALE`. */
  valuesOf(rates: Rates): readonly bigint[];
}

/** However many people press refresh, the source is fetched no more often than this. */
const MIN_INTERVAL_MS = 30_000;

function unavailable(internal: string, cause?: unknown): Refusal {
  return new Refusal("rates_unavailable", {
    retryAfterSeconds: MIN_INTERVAL_MS / 1000,
    internal,
    ...(cause !== undefined && { cause }),
  });
}

/** A provider's rates and their options. */
interface Opened<Rates> {
  readonly context: AppContext;
  readonly provider: RateProvider<Rates>;
  readonly store: RateStore<Rates>;
  readonly bounds: RateBounds;
}

interface Dated {
  readonly ratedAt: Date;
}

function inForce<Rates extends Dated>(
  { context, provider, bounds }: Opened<Rates>,
  rates: Rates,
  source: SourceRow | undefined,
): RatesInForce<Rates> {
  const outdated = provider.live && isOutdated(rates.ratedAt, context.clock.now(), bounds.maxAgeMs);
  const isFaulty = (source?.fault ?? null) !== null;
  return {
    rates,
    refreshedAt: source?.asked_at ?? rates.ratedAt,
    stale: outdated || isFaulty || (source?.failed_at ?? null) !== null,
    priceable: !outdated && !isFaulty,
  };
}

async function known<Rates extends Dated>(
  opened: Opened<Rates>,
  tx: Tx = opened.context.db.kysely,
): Promise<RatesInForce<Rates> | undefined> {
  const { provider, store } = opened;
  const rates = await store.newest(tx, provider.name);
  if (rates !== undefined) {
    return inForce(opened, rates, await selectSource(tx, provider.name));
  }
  return provider.live ? undefined : accept(opened, await provider.fetchRates());
}

async function required<Rates extends Dated>(opened: Opened<Rates>): Promise<RatesInForce<Rates>> {
  const rates = await known(opened);
  if (rates === undefined) {
    throw unavailable("the source never gave valid rates");
  }
  return rates;
}

/** Says why fetched rates may not come into force; null where they may. */
function faultOf<Rates extends Dated>(
  { provider, store, bounds }: Opened<Rates>,
  fetched: { readonly rates: Rates; readonly at: Date },
  known: { readonly last: Rates | undefined; readonly source: SourceRow },
): RateFault | null {
  const { rates, at } = fetched;
  if (!provider.live) {
    return null;
  }
  if (isFromFuture(rates.ratedAt, at, bounds.maxAheadMs)) {
    return "future";
  }
  const dated = (one: Rates) => ({ ratedAt: one.ratedAt, values: store.valuesOf(one) });
  const last = known.last === undefined ? undefined : dated(known.last);
  const heldBack = known.source.held_back ?? undefined;
  return comesIntoForce(dated(rates), { last, heldBack }, bounds) ? null : "jump";
}

/**
 * Puts fetched rates in force, or holds them back while they cannot be trusted. Rates that are older
 * than earlier ones change nothing: neither what is in force nor why it may not price money.
 */
async function accept<Rates extends Dated>(
  opened: Opened<Rates>,
  rates: Rates,
): Promise<RatesInForce<Rates>> {
  const { context, store } = opened;
  const { name: provider } = opened.provider;
  const { ratedAt } = rates;
  const at = context.clock.now();
  const fault = await inTransaction(context.db, async (tx) => {
    const source = await lockSource(tx, { provider, at });
    const last = await store.newest(tx, provider);
    const { fault: earlier, held_back: earlierHeld } = source;
    if (opened.provider.live && isOlder(rates, { last, heldBack: earlierHeld ?? undefined })) {
      await upsertSource(tx, {
        provider,
        at,
        failed: false,
        fault: earlier,
        heldBack: earlierHeld,
      });
      return earlier;
    }
    const found = faultOf(opened, { rates, at }, { last, source });
    if (found === null) {
      await store.put(tx, { provider, rates, at });
    }
    const heldBack = found === "jump" ? { ratedAt, values: store.valuesOf(rates) } : null;
    await upsertSource(tx, { provider, at, failed: false, fault: found, heldBack });
    return found;
  });
  if (fault !== null) {
    context.log.error({ provider, fault, ratedAt }, "rates are held back");
  }
  return required(opened);
}

/** A fault stays until the source gives valid rates. */
async function noteFailure<Rates>(
  { context, provider }: Opened<Rates>,
  error: unknown,
): Promise<void> {
  const { name } = provider;
  const at = context.clock.now();
  const isInvalid = error instanceof RatesError && error.kind === "invalid";
  await inTransaction(context.db, async (tx) => {
    // Another server may have held rates back since this one asked.
    const source = await lockSource(tx, { provider: name, at });
    const fault = isInvalid ? "invalid" : source.fault;
    const heldBack = fault === "jump" ? source.held_back : null;
    await upsertSource(tx, { provider: name, at, failed: true, fault, heldBack });
  });
}

async function ask<Rates extends Dated>(opened: Opened<Rates>): Promise<RatesInForce<Rates>> {
  const { context, provider } = opened;
  const askedAt = (await selectSource(context.db.kysely, provider.name))?.asked_at;
  const sinceMs = context.clock.now().getTime() - (askedAt?.getTime() ?? 0);
  if (sinceMs >= 0 && sinceMs < MIN_INTERVAL_MS) {
    return required(opened);
  }
  let rates: Rates;
  try {
    rates = await provider.fetchRates();
  } catch (error) {
    context.log.warn({ err: error, provider: provider.name }, "the rate source failed");
    await noteFailure(opened, error);
    throw unavailable("the rate source failed", error);
  }
  return accept(opened, rates);
}

/**
 * Opens a provider's rates: fetched, checked against the bounds, stored, and shared by all servers.
 *
 * @param bounds those of live providers; sample rates neither age nor jump
 */
export function openRateSource<Rates extends Dated>(
  context: AppContext,
  provider: RateProvider<Rates>,
  store: RateStore<Rates>,
  bounds: RateBounds,
): RateSource<Rates> {
  const opened = { context, provider, store, bounds };
  let asking: Promise<RatesInForce<Rates>> | undefined;
  return {
    known: (tx) => known(opened, tx),
    refresh() {
      asking ??= ask(opened).finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
