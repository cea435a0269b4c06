import { queryOptions } from "@tanstack/react-query";
import { getOutstandingTexts, listAcceptances } from "@tessera/contract/identity/legal.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import type { Locale } from "../../../lib/locale.ts";

/** Maximum polling interval for new versions, in milliseconds. */
const MAX_INTERVAL_MS = 300_000;

/** Fetches the texts to be accepted, and refetches them when the next version takes effect. */
export function outstandingQuery(locale: Locale) {
  return queryOptions({
    queryKey: ["acceptances", "outstanding", locale],
    queryFn: ({ signal }) => call(getOutstandingTexts, { signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => {
      const seconds = state.data?.nextVersionInSeconds ?? Number.POSITIVE_INFINITY;
      return Math.min(seconds * 1_000 + 500, MAX_INTERVAL_MS);
    },
  });
}

/** Fetches the legal texts that the customer accepted, newest first. */
export const acceptancesQuery = queryOptions({
  queryKey: ["acceptances", "all"],
  queryFn: ({ signal }) => everyRow((query) => call(listAcceptances, { query, signal })),
});
