import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getProgramRule,
  listProgramRuleHits,
  listProgramRules,
} from "@tessera/contract/back-office/program-rules.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { everyRow } from "../../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

const RULES = [...QUERY_ROOTS.programme, "rules"];
const SHOWN_HITS = 20;

/** Fetches the program's rules with their pending changes. */
export function rulesQuery() {
  return queryOptions({
    queryKey: RULES,
    queryFn: ({ signal }) => everyRow((query) => call(listProgramRules, { query, signal })),
    staleTime: 0,
  });
}

/** Fetches one rule with its earlier versions and decided changes. */
export function ruleQuery(id: string) {
  return queryOptions({
    queryKey: [...RULES, id],
    queryFn: ({ signal }) => call(getProgramRule, { params: { id }, signal }),
    staleTime: 0,
  });
}

/** Fetches the latest payments that a rule declined or would have declined. */
export function ruleHitsQuery(id: string) {
  return queryOptions({
    queryKey: [...RULES, id, "hits"],
    queryFn: ({ signal }) =>
      call(listProgramRuleHits, { params: { id }, query: { limit: String(SHOWN_HITS) }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
