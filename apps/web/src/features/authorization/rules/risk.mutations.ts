import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createStrategy,
  reviseStrategy,
  setStrategyStatus,
} from "@tessera/contract/authorization/risk.endpoints";
import type { Strategy, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { useRef } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { strategiesQuery } from "./risk.queries.ts";

type NextStatus = Exclude<Strategy["status"], "draft">;

interface StatusChange {
  readonly id: string;
  readonly status: NextStatus;
}

/**
 * Puts a strategy in testing, turns it on or off, or retires it. Updates the list optimistically
 * and reverts it if the server rejects the change.
 */
export function useSetStatus() {
  const queries = useQueryClient();
  const { queryKey } = strategiesQuery;
  const show = (id: string, change: (strategy: Strategy) => Strategy) =>
    queries.setQueryData(queryKey, (list) =>
      list === undefined
        ? list
        : { ...list, data: list.data.map((one) => (one.id === id ? change(one) : one)) },
    );
  return useMutation({
    mutationFn: ({ id, status }: StatusChange) =>
      call(setStrategyStatus, { params: { id }, body: { status } }),
    onMutate: async ({ id, status }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey)?.data.find((one) => one.id === id);
      show(id, (strategy) => ({ ...strategy, status }));
      return before;
    },
    onSuccess: (answer) => show(answer.id, () => answer),
    onError: (_error, { id }, before) => before && show(id, () => before),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.risk }),
  });
}

export interface RuleToSave {
  readonly name: string;
  readonly rule: StrategyRule;
  /** The status to set after saving; absent to keep the current status. */
  readonly turnTo?: "active" | "shadow" | undefined;
  /** The edited strategy as it was loaded; absent for a new strategy, which is saved as a draft. */
  readonly edited?: Pick<Strategy, "id" | "version" | "status"> | undefined;
}

/**
 * Saves a rule as a draft or a new version, then changes its status if requested. Every step is
 * idempotent, so the save can be retried if a response is lost.
 */
export function useSaveRule(onDone: (strategy: Strategy) => void) {
  const queries = useQueryClient();
  // The draft created by a failed attempt; the next attempt continues from it.
  const drafted = useRef<Strategy>(undefined);
  return useMoneyWrite<RuleToSave, Strategy>({
    write: async ({ name, rule, turnTo, edited }, idempotencyKey) => {
      const base = drafted.current ?? edited;
      const saved =
        base === undefined
          ? await call(createStrategy, { body: { name, rule }, idempotencyKey })
          : await call(reviseStrategy, {
              params: { id: base.id },
              body: { name, rule, basedOn: base.version },
            });
      drafted.current = edited === undefined ? saved : undefined;
      return turnTo === undefined || saved.status === turnTo
        ? saved
        : call(setStrategyStatus, { params: { id: saved.id }, body: { status: turnTo } });
    },
    onDone: (strategy) => {
      void queries.invalidateQueries({ queryKey: QUERY_ROOTS.risk });
      onDone(strategy);
    },
  });
}
