import { useQueryClient } from "@tanstack/react-query";
import {
  assignBreak,
  explainBreak,
  startReconciliation,
} from "@tessera/contract/money-movement/reconciliation.endpoints";
import type {
  BreakDetail,
  Reconciliation,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { breakQuery, RECONCILIATION_ROOT, sourcesQuery } from "./reconciliation.queries.ts";

function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: RECONCILIATION_ROOT });
}

/** Has the ledger compared with every source now. */
export function useStart() {
  const queries = useQueryClient();
  return useMoneyWrite<undefined, Reconciliation>({
    write: (_, idempotencyKey) => call(startReconciliation, { body: {}, idempotencyKey }),
    onDone: (answer) => queries.setQueryData(sourcesQuery.queryKey, answer),
  });
}

/** Assigns a break to an operator by username, or to nobody. */
export function useAssign(id: string, onDone: () => void) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMoneyWrite<string | null, BreakDetail>({
    write: (assignee, idempotencyKey) =>
      call(assignBreak, { params: { id }, body: { assignee }, idempotencyKey }),
    onDone: (answer) => {
      queries.setQueryData(breakQuery(id).queryKey, answer);
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Explains a break. */
export function useExplain(id: string, onDone: () => void) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMoneyWrite<string, BreakDetail>({
    write: (explanation, idempotencyKey) =>
      call(explainBreak, { params: { id }, body: { explanation }, idempotencyKey }),
    onDone: (answer) => {
      queries.setQueryData(breakQuery(id).queryKey, answer);
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}
