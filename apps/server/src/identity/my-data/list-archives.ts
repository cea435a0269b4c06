import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { listArchiveRows } from "./archives.repository.ts";
import { presentArchive } from "./my-data.presenter.ts";

interface ArchiveList {
  readonly customerId: string;
  readonly query: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
}

const DEFAULT_LIMIT = 20;

/**
 * Lists a customer's archives, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listArchives(
  context: AppContext,
  { customerId, query }: ArchiveList,
): Promise<{ data: DataArchive[]; nextCursor: string | null }> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const scope = `archives:${customerId}`;
  const after = cursor === undefined ? undefined : placeOf(context, scope, cursor);
  const rows = await listArchiveRows(context.db.kysely, customerId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const now = context.clock.now();
  return {
    data: page.map((row) => presentArchive(row, now)),
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
