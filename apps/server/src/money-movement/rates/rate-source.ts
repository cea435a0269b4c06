import { type RateProvider, RatesError } from "../../adapters/rates/rates-provider.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  comesIntoForce,
  type DatedValues,
  isFromFuture,
  isOlder,
  isOutdated,
  latestTime,
  type RateBounds,
  type RateFault,
} from "./rate-bounds.policy.ts";
import {
  lockSource,
  type SourceRow,
  selectSource,
  upsertSource,
} from "./rate-source.repository.ts";

/** The rates in force, and whether they can be trusted. */
export interface RatesInForce<Rates> {
  readonly rates: Rates;
  /** When the source was last fetched. */
  readonly refreshedAt: Date;
  /** Whether the last fetch failed or was invalid, or the rates are old. */
  readonly stale: boolean;
  /** Whether the rates may be used for pricing. */
  readonly priceable: boolean;
  /** Whether the source has since returned rates that were rejected. */
  readonly contradicted: boolean;
}

/** The rates from one source. They are stored so that the last accepted rates survive a restart. */
export interface RateSource<Rates> {
  /**
   * Returns the rates in force, or undefined until a live source has responded.
   *
   * @param tx the transaction to read in, for callers that hold locks in one
   */
  known(tx?: Tx): Promise<RatesInForce<Rates> | undefined>;
  /**
   * Fetches the source again, unless it was just fetched.
   *
   * @throws Refusal `rates_unavailable`, in which case the last accepted rates stay in force
   */
  refresh(): Promise<RatesInForce<Rates>>;
}

/** How one type of rate is stored and compared. */
export interface RateStore<Rates> {
  /** @param latest the latest time at which rates may be dated. Rates dated later are ignored. */
  newest(tx: Tx, provider: string, latest: Date): Promise<Rates | undefined>;
  put(tx: Tx, kept: { provider: string; rates: Rates; at: Date }): Promise<void>;
  /** The figures in a fixed order, times `RATE_SCALE`. */
  valuesOf(rates: Rates): readonly bigint[];
  /** Returns whether stored rates have everything that this version stores. */
  isWhole?(rates: Rates): boolean;
  /** Returns the part of fetched rates that may come into force, given those in force. */
  trusted?(fetched: Rates, last: Rates | undefined, bounds: RateBounds): Rates;
}

/** Minimum interval between two fetches, no matter how many people press refresh. */
const MIN_INTERVAL_MS = 30_000;
/** A hundred years. */
const FOREVER_MS = 36_525 * 86_400_000;

function unavailable(internal: string, cause?: unknown): Refusal {
  return new Refusal("rates_unavailable", {
    retryAfterSeconds: MIN_INTERVAL_MS / 1000,
    internal,
    ...(cause !== undefined && { cause }),
  });
}

/** A provider's rates and options. */
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
  const fault = source?.fault ?? null;
  const isFaulty = fault !== null;
  return {
    rates,
    refreshedAt: source?.asked_at ?? rates.ratedAt,
    stale: outdated || isFaulty || (source?.failed_at ?? null) !== null,
    priceable: !outdated && !isFaulty,
    contradicted: isFaulty && fault !== "invalid",
  };
}

/** Reads the newest stored rates. For sample rates, the date does not matter. */
function newest<Rates extends Dated>(
  { context, provider, store, bounds }: Opened<Rates>,
  tx: Tx,
): Promise<Rates | undefined> {
  const latest = latestTime(context.clock.now(), provider.live ? bounds.maxAheadMs : FOREVER_MS);
  return store.newest(tx, provider.name, latest);
}

async function known<Rates extends Dated>(
  opened: Opened<Rates>,
  tx: Tx = opened.context.db.kysely,
): Promise<RatesInForce<Rates> | undefined> {
  const { provider, store } = opened;
  const rates = await newest(opened, tx);
  // A live source is fetched again by its job; samples, which never change, are stored again here.
  if (rates !== undefined && (provider.live || store.isWhole?.(rates) !== false)) {
    return inForce(opened, rates, await selectSource(tx, provider.name));
  }
  const startedAt = opened.context.clock.now();
  return provider.live ? undefined : accept(opened, await provider.fetchRates(), startedAt);
}

/** Reads the newest stored rates, whether whole or not. */
async function stored<Rates extends Dated>(opened: Opened<Rates>): Promise<RatesInForce<Rates>> {
  const { context, provider } = opened;
  const rates = await newest(opened, context.db.kysely);
  if (rates === undefined) {
    throw unavailable("the source never gave valid rates");
  }
  return inForce(opened, rates, await selectSource(context.db.kysely, provider.name));
}

/**
 * Returns the rates held back, unless they are dated in the future, which an earlier version
 * allowed.
 */
function heldBackBy({ held_back: heldBack }: SourceRow, latest: Date): DatedValues | undefined {
  return heldBack === null || heldBack.ratedAt > latest ? undefined : heldBack;
}

/** Returns why fetched rates cannot take effect, or null if they can. */
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
  const heldBack = heldBackBy(known.source, latestTime(at, bounds.maxAheadMs));
  if (isOlder(rates, { last, heldBack })) {
    return "older";
  }
  return comesIntoForce(dated(rates), { last, heldBack }, bounds) ? null : "jump";
}

/** Returns whether another server stored later rates while these were being fetched. */
function isSuperseded(
  { ratedAt }: Dated,
  startedAt: Date,
  { last, source }: { readonly last: Dated | undefined; readonly source: SourceRow },
): boolean {
  return last !== undefined && ratedAt < last.ratedAt && source.asked_at >= startedAt;
}

/**
 * Returns the rates to hold back after a response. Older rates neither confirm nor cancel a jump.
 */
function heldBackAfter(
  fault: RateFault | null,
  fetched: DatedValues,
  before: DatedValues | null,
): DatedValues | null {
  return fault === "jump" ? fetched : fault === "older" ? before : null;
}

/**
 * Puts fetched rates in force, or holds them back if they cannot be trusted.
 *
 * @param startedAt when the rates were requested
 */
async function accept<Rates extends Dated>(
  opened: Opened<Rates>,
  rates: Rates,
  startedAt: Date,
): Promise<RatesInForce<Rates>> {
  const { context, store, bounds } = opened;
  const { name: provider, live } = opened.provider;
  const { ratedAt } = rates;
  const at = context.clock.now();
  const fault = await inTransaction(context.db, async (tx) => {
    const source = await lockSource(tx, { provider, at });
    const last = await newest(opened, tx);
    if (isSuperseded(rates, startedAt, { last, source })) {
      return null;
    }
    const found = faultOf(opened, { rates, at }, { last, source });
    if (found === null) {
      const trusted = (live && store.trusted?.(rates, last, bounds)) || rates;
      await store.put(tx, { provider, rates: trusted, at });
    }
    const fetched = { ratedAt, values: store.valuesOf(rates) };
    const heldBack = heldBackAfter(found, fetched, source.held_back);
    await upsertSource(tx, { provider, at, failed: false, fault: found, heldBack });
    return found;
  });
  if (fault !== null) {
    context.log.error({ provider, fault, ratedAt }, "rates are held back");
  }
  return stored(opened);
}

/** Records a fault, which remains until the source returns valid rates. */
async function noteFailure<Rates>(
  { context, provider }: Opened<Rates>,
  error: unknown,
): Promise<void> {
  const { name } = provider;
  const at = context.clock.now();
  const isInvalid = error instanceof RatesError && error.kind === "invalid";
  await inTransaction(context.db, async (tx) => {
    // Another server may have held back rates since this one sent its request.
    const source = await lockSource(tx, { provider: name, at });
    const fault = isInvalid ? "invalid" : source.fault;
    const heldBack = isInvalid ? null : source.held_back;
    await upsertSource(tx, { provider: name, at, failed: true, fault, heldBack });
  });
}

async function ask<Rates extends Dated>(opened: Opened<Rates>): Promise<RatesInForce<Rates>> {
  const { context, provider } = opened;
  const askedAt = (await selectSource(context.db.kysely, provider.name))?.asked_at;
  const startedAt = context.clock.now();
  const sinceMs = startedAt.getTime() - (askedAt?.getTime() ?? 0);
  if (sinceMs >= 0 && sinceMs < MIN_INTERVAL_MS) {
    return stored(opened);
  }
  let rates: Rates;
  try {
    rates = await provider.fetchRates();
  } catch (error) {
    context.log.warn({ err: error, provider: provider.name }, "the rate source failed");
    await noteFailure(opened, error);
    throw unavailable("the rate source failed", error);
  }
  return accept(opened, rates, startedAt);
}

/**
 * Opens a provider's rates: fetched, checked against the bounds, stored, and shared by all servers.
 *
 * @param bounds the bounds for live providers; sample rates neither age nor jump
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
