import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getAnnouncement,
  listAnnouncements,
} from "@tessera/contract/back-office/announcement-desk.endpoints";
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_STATUSES,
  ANNOUNCEMENT_TYPES,
} from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** The list's search parameters in the URL. */
export interface AnnouncementSearch {
  readonly status?: string;
  readonly type?: string;
  readonly audience?: string;
  readonly missing?: string;
  readonly q?: string;
}

function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((one) => one === value);
}

/** Returns the valid filters from a URL; invalid ones become undefined. */
export function filtersOf({ status, type, audience, missing, q }: AnnouncementSearch) {
  return {
    status: oneOf(ANNOUNCEMENT_STATUSES, status),
    type: oneOf(ANNOUNCEMENT_TYPES, type),
    audience: oneOf(ANNOUNCEMENT_AUDIENCES, audience),
    missing: oneOf(LOCALES, missing),
    q: q?.slice(0, 100),
  };
}

/** Fetches the announcements that match the filters, newest first, page by page. */
export function announcementsQuery(search: AnnouncementSearch) {
  const filters = filtersOf(search);
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.announcements, "all", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listAnnouncements, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Fetches the current version of one announcement. */
export function announcementQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.announcements, "one", id],
    queryFn: ({ signal }) => call(getAnnouncement, { params: { id }, signal }),
    staleTime: 0,
  });
}
