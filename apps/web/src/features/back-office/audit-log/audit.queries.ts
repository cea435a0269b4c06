import { queryOptions } from "@tanstack/react-query";
import { exportAudit, getAudit, listAudit } from "@tessera/contract/back-office/logs.endpoints";
import type { AuditQuery } from "@tessera/contract/back-office/logs.schemas";
import { call, callRaw } from "../../../lib/api/api-client.ts";
import { download } from "../../../lib/api/download.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";
import { momentsOf } from "../../../lib/time/days.ts";
import { categoryOf, outcomeOf } from "./logs-search.ts";

type Parameter =
  | "category"
  | "outcome"
  | "customerId"
  | "actor"
  | "requestId"
  | "month"
  | "from"
  | "to"
  | "q"
  | "open";

/** The audit log's search parameters in the URL: its filters and the open event. */
export type AuditSearch = Partial<Record<Parameter, string>>;
export type AuditSearchChanges = Partial<Record<Parameter, string | undefined>>;
export type AuditFilters = Omit<AuditQuery, "limit" | "cursor">;

const MAX_TEXT = 80;
const CUSTOMER = /^cus_[0-9a-f-]{36}$/;
/** Export timeout in milliseconds. Streaming an export with many rows takes a while. */
const EXPORT_TIMEOUT_MS = 120_000;

/** Returns the valid filters from a URL; invalid ones are ignored. */
export function auditFiltersOf(search: AuditSearch): AuditFilters {
  const [category, outcome] = [categoryOf(search.category), outcomeOf(search.outcome)];
  const text = (value: string | undefined) => value?.trim().slice(0, MAX_TEXT) ?? "";
  const [actor, requestId, q] = [text(search.actor), text(search.requestId), text(search.q)];
  const customerId = text(search.customerId);
  return {
    ...momentsOf(search),
    ...(category !== undefined && { category }),
    ...(outcome !== undefined && { outcome }),
    ...(CUSTOMER.test(customerId) && { customerId }),
    ...(actor !== "" && { actor }),
    ...(requestId !== "" && { requestId }),
    ...(q !== "" && { q }),
  };
}

/**
 * Fetches the program's audit events, newest first, page by page, with titles in the requested
 * language.
 */
export function auditQuery(filters: AuditFilters, locale: Locale) {
  return movementPages([...QUERY_ROOTS.audit, "all", filters, locale], (page, signal) =>
    call(listAudit, { query: { ...filters, ...page }, signal }),
  );
}

/** Fetches one audit event with the values of its fields before and after the change. */
export function auditRecordQuery(id: string, locale: Locale) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.audit, "one", id, locale],
    queryFn: ({ signal }) => call(getAudit, { params: { id }, signal }),
  });
}

/** Downloads the filtered audit events to a file. */
export async function downloadAudit(filters: AuditFilters): Promise<void> {
  const response = await callRaw(exportAudit, { body: filters, timeoutMs: EXPORT_TIMEOUT_MS });
  download("tessera-audit.csv", await response.blob());
}
