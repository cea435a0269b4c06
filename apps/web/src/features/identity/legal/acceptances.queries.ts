import { queryOptions } from "@tanstack/react-query";
import { getOutstandingTexts, listAcceptances } from "@tessera/contract/identity/legal.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import type { Locale } from "../../../lib/locale.ts";

/** The longest time after which an open page asks for new versions again. */
const MAX_INTERVAL_MS = 300_000;

/** What the reader has yet to accept; read again when the next version comes into force. */
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

/** What the reader accepted, the latest first. */
export const acceptancesQuery = queryOptions({
  queryKey: ["acceptances", "all"],
  queryFn: ({ signal }) => everyRow((query) => call(listAcceptances, { query, signal })),
});
