import { queryOptions } from "@tanstack/react-query";
import { quoteCard } from "@tessera/contract/cards/cards.endpoints";
import type { Quote } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";

export type FundingOperation = Quote["operation"];

/**
 * Age at which a quote is renewed, in milliseconds. The server keeps quotes for 5 minutes. The age
 * is measured from the response, because the customer's clock may be wrong.
 */
const ASK_AGAIN_MS = 4 * 60_000;

/** Returns the first part of the query key of every quote for a card. */
export function quotesKey(cardId: string): readonly string[] {
  return ["quotes", cardId];
}

export function quoteQuery(cardId: string, operation: FundingOperation, amount: string) {
  return queryOptions({
    queryKey: [...quotesKey(cardId), operation, amount],
    queryFn: ({ signal }): Promise<Quote> =>
      call(quoteCard, { params: { id: cardId }, body: { operation, amount }, signal }),
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
    gcTime: 0,
  });
}
