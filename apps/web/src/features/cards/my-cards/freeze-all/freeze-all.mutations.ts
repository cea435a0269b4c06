import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  dismissFreezeAll,
  freezeAllCards,
  undoFreezeAll,
} from "@tessera/contract/cards/freeze-all.endpoints";
import { useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../../lib/api/try-until-known.ts";

function useStaleCards() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards });
}

/**
 * Freezes all cards. If the response is lost, the call is retried with the same key and
 * `processing` is true.
 */
export function useFreezeAll() {
  const onSettled = useStaleCards();
  const key = usePendingKey();
  const [processing, setProcessing] = useState(false);
  const mutation = useMutation({
    mutationFn: () =>
      tryUntilKnown(key, (idempotencyKey) => call(freezeAllCards, { idempotencyKey }), {
        onWaiting: () => setProcessing(true),
      }),
    onSettled: () => {
      setProcessing(false);
      return onSettled();
    },
  });
  return { ...mutation, processing };
}

/** Undoes a freeze of all cards. Undoing it again has no effect. */
export function useUndoFreezeAll() {
  const onSettled = useStaleCards();
  return useMutation({
    mutationFn: (id: string) => call(undoFreezeAll, { params: { id } }),
    onSettled,
  });
}

/** Dismisses the offer to undo; the cards stay frozen. */
export function useDismissFreezeAll() {
  const onSettled = useStaleCards();
  return useMutation({
    mutationFn: (id: string) => call(dismissFreezeAll, { params: { id } }),
    onSettled,
  });
}
