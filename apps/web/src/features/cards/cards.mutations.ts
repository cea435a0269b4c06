import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  closeCard,
  freezeCard,
  setCardSchedule,
  unfreezeCard,
} from "@tessera/contract/cards/cards.endpoints";
import type { Card, ScheduleWindow } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../lib/api-client.ts";
import { underKey, usePendingKey } from "../../lib/pending-key.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../lib/query-keys.ts";
import { keepCard } from "./cards.queries.ts";

function keepAnswer(card: Card): void {
  keepCard(card.id, () => card);
}

/** Freezes a card, or lifts the freeze. Makes what is loaded of the cards stale. */
export function useFreeze(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (frozen: boolean) =>
      call(frozen ? freezeCard : unfreezeCard, { params: { id: cardId } }),
    onSuccess: keepAnswer,
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}

/**
 * Sets when a card rests. Payments alone follow it, so nothing but the cards becomes stale.
 */
export function useSchedule(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (windows: ScheduleWindow[]) =>
      call(setCardSchedule, { params: { id: cardId }, body: { windows } }),
    onSuccess: keepAnswer,
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}

/**
 * Closes a card for ever, once nothing is pending where it may wait. Its balance moves, so all that
 * is loaded of money becomes stale.
 */
export function useCloseCard(cardId: string) {
  const queries = useQueryClient();
  const key = usePendingKey();
  return useMutation({
    mutationFn: (body: { readonly whenSettled: boolean }) =>
      underKey(key, (idempotencyKey) =>
        call(closeCard, { params: { id: cardId }, body, idempotencyKey }),
      ),
    onSuccess: keepAnswer,
    onSettled: () =>
      Promise.all(MONEY_ROOTS.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
