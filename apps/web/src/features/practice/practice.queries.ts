import { queryOptions } from "@tanstack/react-query";
import { getPractice } from "@tessera/contract/practice/practice.endpoints";
import { call } from "../../lib/api-client.ts";
import type { Locale } from "../../lib/locale.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";

/** The customer's practice as it stands; why a payment was declined comes in a language. */
export function practiceQuery(locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.practice, locale],
    queryFn: ({ signal }) => call(getPractice, { signal }),
    retry: false,
  });
}
