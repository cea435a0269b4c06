import { queryOptions } from "@tanstack/react-query";
import { listCardLimits } from "@tessera/contract/cards/card-issuing.endpoints";
import { listLegalVersions } from "@tessera/contract/identity/legal.endpoints";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import type { Locale } from "../../../lib/locale.ts";
import { loadLegalText } from "./legal-text.ts";

/**
 * Fetches one version of a legal text in one language, or null if this console does not have it.
 */
export function legalTextQuery(name: LegalTextName, version: number, locale: Locale) {
  return queryOptions({
    queryKey: ["legal", "text", name, version, locale],
    queryFn: async () => (await loadLegalText(name, version, locale)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches every version of every text, with its changes in the requested language. */
export function legalVersionsQuery(locale: Locale) {
  return queryOptions({
    queryKey: ["legal", "versions", locale],
    queryFn: ({ signal }) => everyRow((query) => call(listLegalVersions, { query, signal })),
    staleTime: 60_000,
  });
}

/** Fetches the maximum card spending limits, by type and currency. */
export const cardLimitsQuery = queryOptions({
  queryKey: ["legal", "card-limits"],
  queryFn: ({ signal }) => everyRow((page) => call(listCardLimits, { query: page, signal })),
  staleTime: 300_000,
});
