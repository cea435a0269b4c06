import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getBoard } from "@tessera/contract/back-office/dashboard.endpoints";
import { BOARD_WINDOWS, type BoardWindow } from "@tessera/contract/back-office/dashboard.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";

const REFRESH_MS = 5_000;

/** Parses the time window from a URL; defaults to the last 24 hours. */
export function windowOf(text: string | undefined): BoardWindow {
  return BOARD_WINDOWS.find((one) => one === text) ?? "24h";
}

/** Fetches the dashboard and keeps refreshing it. Reasons are in the reader's language. */
export function boardQuery(window: BoardWindow, locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.board, window, locale],
    queryFn: ({ signal }) => call(getBoard, { query: { window }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
