import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { listExportRows } from "./exports.repository.ts";
import { presentExport } from "./reconciliation.presenter.ts";

interface ExportList {
  readonly customerId: string;
  readonly query: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
}

const DEFAULT_LIMIT = 20;

/**
 * Lists a customer's exports, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listExports(
  context: AppContext,
  { customerId, query }: ExportList,
): Promise<{ data: ReconciliationExport[]; nextCursor: string | null }> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const scope = `exports:${customerId}`;
  const after = cursor === undefined ? undefined : placeOf(context, scope, cursor);
  const rows = await listExportRows(context.db.kysely, customerId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const now = context.clock.now();
  return {
    data: page.map((row) => presentExport(row, now)),
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(context.keys, scope, [String(last.created_at.getTime()), last.id]),
  };
}

function placeOf(context: AppContext, scope: string, cursor: string) {
  const [at, id] = decodeCursor(context.keys, scope, cursor);
  if (at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { at: new Date(Number(at)), id };
}
