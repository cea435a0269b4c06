import { useQueryClient } from "@tanstack/react-query";
import { depositToCard, withdrawFromCard } from "@tessera/contract/cards/cards.endpoints";
import type { FundingReceipt, Quote } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { MONEY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { keepCard } from "../cards.queries.ts";
import { quotesKey } from "./funding.queries.ts";

/**
 * Error code that is resolved by requesting a new quote. A redeemed quote has a different code,
 * because money may have moved.
 */
export const QUOTE_EXPIRED = "quote_expired";

/** Redeems a quote once, and requests a new quote if it has expired. */
export function useFunding(
  cardId: string,
  onDone: (receipt: FundingReceipt) => void,
): MoneyWrite<Quote, FundingReceipt> {
  const queries = useQueryClient();
  return useMoneyWrite({
    write: async ({ operation, quoteId }: Quote, idempotencyKey) => {
      const endpoint = operation === "deposit" ? depositToCard : withdrawFromCard;
      try {
        const params = { id: cardId };
        const receipt = await call(endpoint, { params, body: { quoteId }, idempotencyKey });
        keepCard(cardId, (card) => ({ ...card, balance: receipt.cardBalance }));
        return receipt;
      } finally {
        // Refetches even if the response was lost, because the money may have moved.
        for (const queryKey of MONEY_ROOTS) {
          void queries.invalidateQueries({ queryKey });
        }
      }
    },
    onDone,
    renewal: {
      code: QUOTE_EXPIRED,
      renew: () => void queries.invalidateQueries({ queryKey: quotesKey(cardId) }),
    },
  });
}
