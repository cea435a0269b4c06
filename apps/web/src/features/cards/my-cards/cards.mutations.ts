import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  closeCard,
  freezeCard,
  setCardSchedule,
  unfreezeCard,
} from "@tessera/contract/cards/cards.endpoints";
import type { Card, ScheduleWindow } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";
import { keepCard } from "./cards.queries.ts";

function keepAnswer(card: Card): void {
  keepCard(card.id, () => card);
}

/** Freezes or unfreezes a card and invalidates the loaded cards. */
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
 * Sets a card's blocked hours as an edit to a specific revision. Blocked hours affect only
 * payments, so only the loaded cards are invalidated. If the server rejects the edit, the cards are
 * reloaded before the error is shown.
 */
export function useSchedule(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly windows: ScheduleWindow[]; readonly revision: number }) =>
      call(setCardSchedule, { params: { id: cardId }, body }),
    onSuccess: keepAnswer,
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}

/**
 * Closes a card permanently, either right away or as soon as nothing is pending. If the response is
 * lost, the call is retried with the same key and `processing` is true. Closing moves the balance,
 * so all loaded data about money is invalidated.
 */
export function useCloseCard(cardId: string) {
  const queries = useQueryClient();
  const key = usePendingKey();
  const [processing, setProcessing] = useState(false);
  const mutation = useMutation({
    mutationFn: (body: { readonly whenSettled: boolean }) =>
      tryUntilKnown(
        key,
        (idempotencyKey) => call(closeCard, { params: { id: cardId }, body, idempotencyKey }),
        { onWaiting: () => setProcessing(true) },
      ),
    onSuccess: keepAnswer,
    onSettled: () => {
      setProcessing(false);
      return Promise.all(MONEY_ROOTS.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return { ...mutation, processing };
}
