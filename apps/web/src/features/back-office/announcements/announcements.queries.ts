import { queryOptions } from "@tanstack/react-query";
import { listActiveAnnouncements } from "@tessera/contract/back-office/announcements.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";

/** Fetches the active announcements in the reader's language. */
export function activeAnnouncementsQuery(locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.announcements, "active", locale],
    queryFn: ({ signal }) => call(listActiveAnnouncements, { signal }),
    staleTime: 300_000,
  });
}
