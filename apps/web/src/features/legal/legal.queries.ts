import { queryOptions } from "@tanstack/react-query";
import { listCardLimits } from "@tessera/contract/cards/card-issuing.endpoints";
import { getFeeSchedule } from "@tessera/contract/legal/legal.endpoints";
import { call } from "../../lib/api-client.ts";
import { everyRow } from "../../lib/every-row.ts";
import type { Locale } from "../../lib/locale.ts";
import { type LegalName, loadLegalText } from "./legal-text.ts";

/** A legal document in one language. */
export function legalTextQuery(name: LegalName, locale: Locale) {
  return queryOptions({
    queryKey: ["legal", "text", name, locale],
    queryFn: () => loadLegalText(name, locale),
    staleTime: Number.POSITIVE_INFINITY,
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
