import { useQueryClient } from "@tanstack/react-query";
import {
  dismissUnmatched,
  matchUnmatched,
} from "@tessera/contract/authorization/network.endpoints";
import type {
  MatchCandidate,
  UnmatchedDetail,
} from "@tessera/contract/authorization/network.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";

function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.network });
}

/**
 * Matches a message to an authorization, sending the pending amount that was displayed. Safe to
 * retry.
 */
export function useMatch(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<MatchCandidate, UnmatchedDetail>({
    write: ({ authorizationId, pending }) =>
      call(matchUnmatched, { params: { id }, body: { authorizationId, pending } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Dismisses a message permanently. */
export function useDismiss(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<string, UnmatchedDetail>({
    write: (reason) => call(dismissUnmatched, { params: { id }, body: { reason } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}
