import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  setCardDraw,
  setCardLabel,
  setCardLimits,
} from "@tessera/contract/cards/card-settings.endpoints";
import type {
  DrawBody,
  LabelBody,
  OwnLimitsBody,
} from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { cardQuery, keepCard } from "../cards.queries.ts";

/**
 * Renames a card and sets its tags as an edit to a specific revision. Lists and pages show the new
 * label immediately and revert if the server rejects the edit.
 */
export function useLabel(card: Card) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: LabelBody) => call(setCardLabel, { params: { id: card.id }, body }),
    onMutate: ({ nickname, tags }) => {
      const before = queries.getQueryData(cardQuery(card.id).queryKey) ?? card;
      keepCard(card.id, (now) => ({ ...now, nickname, tags }));
      return { nickname: before.nickname, tags: before.tags };
    },
    onSuccess: (saved) => keepCard(card.id, () => saved),
    onError: (_error, _body, before) => {
      if (before !== undefined) {
        keepCard(card.id, (now) => ({ ...now, ...before }));
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}

/**
 * Sets the owner's limits on a card as an edit to a specific revision. Only cards are invalidated,
 * because the remainder of each limit is computed from them.
 */
export function useOwnLimits(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: OwnLimitsBody) => call(setCardLimits, { params: { id: cardId }, body }),
    onSuccess: (saved) => keepCard(cardId, () => saved),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}

/** Sets what a card draws on the account, as an edit to a specific revision. */
export function useDraw(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DrawBody) => call(setCardDraw, { params: { id: cardId }, body }),
    onSuccess: (saved) => keepCard(cardId, () => saved),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}
