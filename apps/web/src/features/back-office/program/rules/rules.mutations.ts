import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  approveProgramRule,
  backtestProgramRule,
  changeProgramRule,
  createProgramRule,
  rejectProgramRule,
  withdrawProgramRule,
} from "@tessera/contract/back-office/program-rules.endpoints";
import type {
  ChangeProgramRuleBody,
  ProgramRuleDetail,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../../lib/api/try-until-known.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";

function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.programme });
}

export interface RuleToSave {
  /** Id of the edited rule; undefined for a new one. */
  readonly id: string | undefined;
  readonly body: ChangeProgramRuleBody;
}

/** Adds a rule, changes it, or proposes a change to it. */
export function useSaveRule(onDone: (saved: ProgramRuleDetail) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<RuleToSave, ProgramRuleDetail>({
    write: ({ id, body }, idempotencyKey) => {
      if (id !== undefined) {
        return call(changeProgramRule, { params: { id }, body, idempotencyKey });
      }
      const { names, terms, reason } = body;
      const mode = body.mode === "shadow" ? "shadow" : "off";
      return call(createProgramRule, { body: { names, terms, mode, reason }, idempotencyKey });
    },
    onDone: (saved) => {
      refresh();
      onDone(saved);
    },
    onRefused: refresh,
  });
}

export type RuleDecision =
  | { readonly kind: "withdraw"; readonly id: string }
  | { readonly kind: "reject"; readonly id: string; readonly note: string };

/** Approves a proposed change with a fresh step-up token; the change takes effect immediately. */
export function useApproveRule() {
  const key = usePendingKey();
  const refresh = useRefresh();
  return async (id: string, proof: string): Promise<void> => {
    try {
      await tryUntilKnown(key, () => call(approveProgramRule, { params: { id }, proof }));
    } finally {
      refresh();
    }
  };
}

/** Rejects a proposed change, or withdraws the operator's own proposal. */
export function useDecideRule(onDone: (decision: RuleDecision) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<RuleDecision, RuleDecision>({
    write: async (decision) => {
      const params = { id: decision.id };
      if (decision.kind === "reject") {
        await call(rejectProgramRule, { params, body: { note: decision.note } });
      } else {
        await call(withdrawProgramRule, { params });
      }
      return decision;
    },
    onDone: (decision) => {
      refresh();
      onDone(decision);
    },
    onRefused: refresh,
  });
}

/** Runs a backtest of a rule; nothing is saved. */
export function useBacktestRule() {
  return useMutation({
    mutationFn: (body: { readonly terms: ProgramRuleTerms; readonly days: number }) =>
      call(backtestProgramRule, { body }),
  });
}
