import { queryOptions } from "@tanstack/react-query";
import { getPractice } from "@tessera/contract/simulator/scenarios.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";

/** Loads the customer's practice session; decline reasons are in the requested language. */
export function practiceQuery(locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.practice, locale],
    queryFn: ({ signal }) => call(getPractice, { signal }),
    retry: false,
  });
}
