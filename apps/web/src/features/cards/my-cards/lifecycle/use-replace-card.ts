import { useQueryClient } from "@tanstack/react-query";
import { replaceCard } from "@tessera/contract/cards/card-issuing.endpoints";
import type { Replacement, ReplacementReason } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { MONEY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import type { Prove } from "../../../../ui/proof/use-proof.ts";

export interface ReplaceInput {
  readonly reason: ReplacementReason;
  readonly prove: Prove;
}

/**
 * Replaces a card with a fresh step-up token, keeping one idempotency key until the outcome is
 * known.
 */
export function useReplaceCard(cardId: string): MoneyWrite<ReplaceInput, Replacement> {
  const queries = useQueryClient();
  return useMoneyWrite({
    write: async ({ reason, prove }: ReplaceInput, idempotencyKey) => {
      const proof = await prove();
      return call(replaceCard, { params: { id: cardId }, body: { reason }, proof, idempotencyKey });
    },
    onDone: () => {
      for (const queryKey of MONEY_ROOTS) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
}
