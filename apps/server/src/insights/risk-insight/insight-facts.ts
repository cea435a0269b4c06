import type { InsightDays } from "@tessera/contract/authorization/risk-insight.schemas";
import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { findPriceRises, type PriceRise } from "../forecast/index.ts";
import { type FigurePeriod, figurePeriod } from "../spending/index.ts";
import { findFactsMark } from "./facts-mark.repository.ts";
import { type FirstRow, selectFirstPayments } from "./first-payments.repository.ts";
import { type CardsAndRules, selectCardsAndRules } from "./guarded-cards.repository.ts";
import { type CountRow, selectPaymentCounts } from "./payment-counts.repository.ts";
import type { smallAmounts } from "./small-payments.policy.ts";

/** All the data for an insight, before evaluation. */
export interface InsightFacts {
  readonly period: FigurePeriod;
  readonly to: Date;
  readonly rows: readonly CountRow[];
  readonly firsts: readonly FirstRow[];
  readonly guarded: CardsAndRules;
  readonly rises: readonly PriceRise[];
}

/** The scope of an insight. */
export interface InsightAsked {
  readonly customerId: string;
  readonly days: InsightDays;
  /** The card; undefined for all cards. */
  readonly cardId: string | undefined;
}

const DAY_MS = 86_400_000;
/** Number of days without a payment after which a country or merchant counts as new again. */
const KNOWN_DAYS = 365;

/**
 * Maximum age of cached data in milliseconds. A settlement does not invalidate the cache, but shows
 * up within this time.
 */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;

interface Kept {
  readonly mark: string;
  readonly until: number;
  readonly facts: InsightFacts;
}

const keptFacts = defineService("insight facts", () => new Map<string, Kept>());

async function readFacts(
  context: AppContext,
  { customerId, days, cardId }: InsightAsked,
  small: ReturnType<typeof smallAmounts>,
): Promise<InsightFacts> {
  const { timeZone } = context.config;
  const tx = context.db.kysely;
  const period = figurePeriod(context, Number(days));
  const { startsAt } = period;
  const formerAt = figurePeriod(context, Number(days) * 2).startsAt;
  const since = new Date(formerAt.getTime() - KNOWN_DAYS * DAY_MS);
  const asked = { customerId, cardId, formerAt, startsAt };
  const [rows, firsts, guarded, rises] = await Promise.all([
    selectPaymentCounts(tx, { ...asked, timeZone, small }),
    selectFirstPayments(tx, { ...asked, since }),
    selectCardsAndRules(tx, customerId, cardId),
    findPriceRises(context, tx, { customerId, cardId, since: startsAt }),
  ]);
  return { period, to: context.clock.now(), rows, firsts, guarded, rises };
}

/**
 * Reads the data for an insight. The result is cached for up to a minute, but only until the
 * customer's next movement or rule change.
 */
export async function insightFacts(
  context: AppContext,
  asked: InsightAsked,
  small: ReturnType<typeof smallAmounts>,
): Promise<InsightFacts> {
  const mark = await findFactsMark(context.db.kysely, asked.customerId);
  const kept = context.use(keptFacts);
  const key = `${asked.customerId} ${asked.days} ${asked.cardId ?? ""}`;
  const now = context.clock.now().getTime();
  const known = kept.get(key);
  if (known !== undefined && known.mark === mark && known.until > now) {
    return known.facts;
  }
  const facts = await readFacts(context, asked, small);
  kept.delete(key);
  kept.set(key, { mark, until: now + KEPT_MS, facts });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) {
    kept.delete(oldest);
  }
  return facts;
}
