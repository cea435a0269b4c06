import { createHash } from "node:crypto";
import type {
  CustomerSummary,
  CustomersQuery,
} from "@tessera/contract/back-office/customers.schemas";
import type { AppContext } from "../../platform/context.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import { searchOf } from "./customer-search.policy.ts";
import { presentSummary } from "./customers.presenter.ts";
import { selectCustomers } from "./customers.repository.ts";

/** The number of customers on a page, unless the caller sets another one. */
export const CUSTOMERS_LIMIT = 20;

function scopeOf({ q = "", status }: CustomersQuery): string {
  const form = JSON.stringify([q.trim().toLowerCase(), status ?? ""]);
  return `customers:${createHash("sha256").update(form).digest("base64url")}`;
}

/**
 * Lists a page of customers, newest first: all of them, or those that match a search.
 *
 * @throws Refusal `invalid_input` for a cursor created by another search
 */
export async function listCustomers(
  context: AppContext,
  query: CustomersQuery,
): Promise<PlacedPage<CustomerSummary>> {
  const limit = query.limit ?? CUSTOMERS_LIMIT;
  const { status, cursor, q = "" } = query;
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, scopeOf(query), cursor);
  const rows = await selectCustomers(context.db.kysely, {
    limit: limit + 1,
    ...(q.trim() !== "" && { search: searchOf(q) }),
    ...(status !== undefined && { status }),
    ...(after !== undefined && { after }),
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return placedPage(context, {
    scope: scopeOf(query),
    data: page.map(presentSummary),
    places: page.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  });
}
