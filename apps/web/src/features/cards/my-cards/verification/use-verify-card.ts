import { useQueryClient } from "@tanstack/react-query";
import { verifyCard } from "@tessera/contract/cards/cards.endpoints";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import type { Prove } from "../../../../ui/proof/use-proof.ts";
import { keepCard } from "../cards.queries.ts";

/** Lifts a card's verification hold, keeping one idempotency key until the outcome is known. */
export function useVerifyCard(cardId: string, onDone: (card: Card) => void) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards });
  const write: MoneyWrite<Prove, Card> = useMoneyWrite({
    write: async (prove: Prove, idempotencyKey) => {
      const proof = await prove();
      return call(verifyCard, { params: { id: cardId }, proof, idempotencyKey });
    },
    onDone: (card) => {
      keepCard(card.id, () => card);
      refresh();
      onDone(card);
    },
    onRefused: refresh,
  });
  return write;
}
