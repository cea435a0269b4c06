import type { CardQuoteRow } from "../../db/tables/cards.tables.ts";
import type { AppContext } from "../../platform/context.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { type FeeSchedule, feeSchedulesAt } from "../pricing/index.ts";
import {
  findQuotableCards,
  insertQuotes,
  type NamedCard,
  type QuotableCard,
} from "./quotes.repository.ts";

/**
 * The fees in force and one of the customer's cards. The card is null if the customer has no card
 * with that id.
 */
export interface QuoteBasis {
  readonly card: QuotableCard | null;
  readonly fees: FeeSchedule;
}

/** Reads cards and stores quotes, batching all waiting requests. */
export interface QuoteBatches {
  readBasis(named: NamedCard, now: Date): Promise<QuoteBasis>;
  store(quote: CardQuoteRow): Promise<unknown>;
}

const BATCH = { maxItems: 128, maxInFlight: 2 };

export function createQuoteBatches({ db }: Pick<AppContext, "db">): QuoteBatches {
  const cards = new Batcher((named: readonly NamedCard[]) => findQuotableCards(db, named), BATCH);
  const schedules = new Batcher((times: readonly Date[]) => feeSchedulesAt(db, times), BATCH);
  const store = new Batcher(async (quotes: readonly CardQuoteRow[]) => {
    await insertQuotes(db.kysely, quotes);
    return quotes;
  }, BATCH);
  return {
    async readBasis(named, now) {
      const [card, fees] = await Promise.all([cards.submit(named), schedules.submit(now)]);
      return { card, fees };
    },
    store: (quote) => store.submit(quote),
  };
}
