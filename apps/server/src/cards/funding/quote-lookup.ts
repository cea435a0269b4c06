import type { AppContext } from "../../platform/context.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { findQuotedCards, type QuotedCard } from "./quotes.repository.ts";

/** Reads quotes with their cards, in one statement for all requests that wait at the time. */
export type QuoteLookup = Batcher<string, QuotedCard | null>;

export function createQuoteLookup(context: AppContext): QuoteLookup {
  return new Batcher((quoteIds: readonly string[]) => findQuotedCards(context.db, quoteIds), {
    maxItems: 128,
    maxInFlight: 2,
  });
}
