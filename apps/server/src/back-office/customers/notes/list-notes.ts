import type { CustomerNote } from "@tessera/contract/back-office/customers.schemas";
import type { AppContext } from "../../../platform/context.ts";
import { decodeCursor, encodeCursor } from "../../../platform/paging/cursor.ts";
import { presentNote } from "../customers.presenter.ts";
import { type CustomerViewer, viewCustomer } from "../view-customer.ts";
import { selectNotes } from "./notes.repository.ts";

interface NoteList extends CustomerViewer {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
}

const DEFAULT_LIMIT = 20;

/**
 * Lists operators' notes about a customer, newest first.
 *
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function listNotes(
  context: AppContext,
  list: NoteList,
): Promise<{ data: CustomerNote[]; nextCursor: string | null }> {
  const { id: customerId } = await viewCustomer(context, list);
  const { cursor, limit = DEFAULT_LIMIT } = list.query;
  const scope = `customer-notes:${customerId}`;
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, scope, cursor);
  const rows = await selectNotes(context.db.kysely, {
    customerId,
    limit: limit + 1,
    ...(after !== undefined && { after }),
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentNote),
    nextCursor: last === undefined ? null : encodeCursor(context.keys, scope, [last.id]),
  };
}
