import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  approveCorrection,
  proposeCorrection,
  refuseCorrection,
  reviseCorrection,
  withdrawCorrection,
} from "@tessera/contract/back-office/adjustments.endpoints";
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";

/** A proposal as typed and, if it changes an existing adjustment, that adjustment. */
export interface CorrectionDraft {
  readonly customerId: string;
  readonly cardId: string | undefined;
  readonly currency: CurrencyCode;
  readonly direction: Correction["direction"];
  readonly amount: string;
  readonly reason: string;
  readonly reference: string;
  readonly base: Pick<Correction, "id" | "revision"> | undefined;
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.customers });
}

/**
 * Proposes an adjustment or changes one that this operator proposed, exactly once even if responses
 * are lost.
 */
export function useProposeCorrection(onDone: (correction: Correction) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<CorrectionDraft, Correction>({
    write: ({ customerId, cardId, currency, base, ...terms }, idempotencyKey) =>
      base === undefined
        ? call(proposeCorrection, {
            params: { id: customerId },
            body: { ...terms, currency, ...(cardId !== undefined && { cardId }) },
            idempotencyKey,
          })
        : call(reviseCorrection, {
            params: { id: base.id },
            body: { ...terms, revision: base.revision },
          }),
    onDone: (correction) => {
      void refresh();
      onDone(correction);
    },
    onRefused: () => void refresh(),
  });
}

/** A decision on a proposal. */
export type CorrectionDecision =
  | { readonly act: "approve" | "withdraw" }
  | { readonly act: "refuse"; readonly note: string };

/**
 * Approves, rejects or withdraws a proposal at the displayed revision. Repeating the decision
 * returns the first result and never moves money twice.
 */
export function useDecideCorrection({ id, revision }: Pick<Correction, "id" | "revision">) {
  const refresh = useRefresh();
  return useMutation<Correction, Error, CorrectionDecision>({
    mutationFn: (decision) => {
      const params = { id };
      switch (decision.act) {
        case "approve":
          return call(approveCorrection, { params, body: { revision } });
        case "withdraw":
          return call(withdrawCorrection, { params, body: { revision } });
        default:
          return call(refuseCorrection, { params, body: { revision, note: decision.note } });
      }
    },
    onSettled: () => refresh(),
  });
}
