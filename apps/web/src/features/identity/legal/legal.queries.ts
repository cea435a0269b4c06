import { queryOptions } from "@tanstack/react-query";
import { listCardLimits } from "@tessera/contract/cards/card-issuing.endpoints";
import { getFeeSchedule, listLegalVersions } from "@tessera/contract/identity/legal.endpoints";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import type { Locale } from "../../../lib/locale.ts";
import { loadLegalText } from "./legal-text.ts";

/** One version of a legal text in one language; null where this console does not have it. */
export function legalTextQuery(name: LegalTextName, version: number, locale: Locale) {
  return queryOptions({
    queryKey: ["legal", "text", name, version, locale],
    queryFn: async () => (await loadLegalText(name, version, locale)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Every version of every text, with what changed in a language. */
export function legalVersionsQuery(locale: Locale) {
  return queryOptions({
    queryKey: ["legal", "versions", locale],
    queryFn: ({ signal }) => everyRow((query) => call(listLegalVersions, { query, signal })),
    staleTime: 60_000,
  });
}

/** The most that cards may spend, by type and currency. */
export const cardLimitsQuery = queryOptions({
  queryKey: ["legal", "card-limits"],
  queryFn: ({ signal }) => everyRow((page) => call(listCardLimits, { query: page, signal })),
  staleTime: 300_000,
});

/** The fees in force: the same schedule that quotes and charges read. */
export const feeScheduleQuery = queryOptions({
  queryKey: ["legal", "fee-schedule"],
  queryFn: ({ signal }) => call(getFeeSchedule, { signal }),
  staleTime: 300_000,
});
