import { queryOptions } from "@tanstack/react-query";
import { exportLogs, getLog, listLogs } from "@tessera/contract/back-office/logs.endpoints";
import type { LogQuery } from "@tessera/contract/back-office/logs.schemas";
import { call, callRaw } from "../../../lib/api/api-client.ts";
import { download } from "../../../lib/api/download.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";

export type LogFilters = Omit<LogQuery, "limit" | "cursor">;

/** Export timeout in milliseconds. Streaming an export with many rows takes a while. */
const EXPORT_TIMEOUT_MS = 120_000;

/**
 * Fetches the customer's log, newest first, page by page, with titles in the requested language.
 */
export function logsQuery(filters: LogFilters, locale: Locale) {
  return movementPages([...QUERY_ROOTS.logs, "all", filters, locale], (page, signal) =>
    call(listLogs, { query: { ...filters, ...page }, signal }),
  );
}

/** Fetches one log entry with its changes. */
export function logQuery(id: string, locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.logs, "one", id, locale],
    queryFn: ({ signal }) => call(getLog, { params: { id }, signal }),
  });
}

/** Downloads the filtered log to a file. */
export async function downloadLogs(filters: LogFilters): Promise<void> {
  const response = await callRaw(exportLogs, { body: filters, timeoutMs: EXPORT_TIMEOUT_MS });
  download("tessera-logs.csv", await response.blob());
}
