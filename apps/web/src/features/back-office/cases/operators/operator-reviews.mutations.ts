import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  approveCase,
  askReview,
  assignReview,
  noteReview,
  rejectCase,
  unassignReview,
} from "@tessera/contract/back-office/reviews.endpoints";
import type { CaseItem, OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { useRef } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** An operator's action on a case, at the revision that was displayed. */
export type OperatorAct =
  | { readonly what: "assign" | "unassign" | "approve" }
  | { readonly what: "reject"; readonly reason: string }
  | { readonly what: "note"; readonly text: string }
  | {
      readonly what: "ask";
      readonly items: readonly CaseItem[];
      readonly note: string;
      readonly days: number;
    };

function send(
  { id, revision }: OperatorCaseDetail,
  act: OperatorAct,
  idempotencyKey: string,
): Promise<OperatorCaseDetail> {
  const params = { id };
  switch (act.what) {
    case "assign":
      return call(assignReview, { params });
    case "unassign":
      return call(unassignReview, { params });
    case "approve":
      return call(approveCase, { params, body: { revision } });
    case "reject":
      return call(rejectCase, { params, body: { revision, reason: act.reason } });
    case "note":
      return call(noteReview, { params, body: { text: act.text }, idempotencyKey });
    case "ask": {
      const { items, note, days } = act;
      const body = { revision, items: [...items], days, ...(note !== "" && { note }) };
      return call(askReview, { params, body });
    }
  }
}

/**
 * Performs an action on a case. If another operator acted first, the case is reloaded.
 *
 * @param onForestalled called with the error if another operator acted first and the error is not
 * shown in place
 */
export function useOperatorAct(detail: OperatorCaseDetail, onForestalled?: (error: Error) => void) {
  const queries = useQueryClient();
  // Each note keeps the same idempotency key for all attempts until it is known to be saved.
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: (act: OperatorAct) => send(detail, act, key.current),
    onSuccess: () => {
      key.current = crypto.randomUUID();
    },
    onError: (error) => {
      if (forestalledBy(error) !== undefined) {
        onForestalled?.(error);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.reviews }),
  });
}

/**
 * Returns who acted first, when, and the resulting status if an action was rejected because another
 * operator had already acted.
 */
export function forestalledBy(error: Error | null) {
  return error instanceof ApiError &&
    (error.code === "case_decided" || error.code === "case_changed")
    ? error.changed
    : undefined;
}
