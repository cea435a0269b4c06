import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { findKey, findKeysOf, type OwnKey } from "./api-keys.repository.ts";
import { findCalls } from "./key-calls.repository.ts";

const CALLS_PER_PAGE = 50;

/** Names a customer's key, or no key if the id is not one. */
interface NamedKey {
  readonly customerId: string;
  readonly id: string | undefined;
}

/**
 * Reads a customer's key.
 *
 * @throws Refusal `not_found`
 */
export async function readKey(
  { db }: Pick<AppContext, "db">,
  { customerId, id }: NamedKey,
): Promise<OwnKey> {
  const key = id === undefined ? undefined : await findKey(db.kysely, customerId, id);
  if (key === undefined) {
    throw new Refusal("not_found");
  }
  return key;
}

/**
 * Reads a page of a customer's keys, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export function listKeys(context: AppContext, customerId: string, query: PageQuery) {
  return readPage(context, {
    scope: `api-keys:${customerId}`,
    query,
    read: (seek) => findKeysOf(context.db.kysely, customerId, seek),
    placeOf: (key) => [key.created_at.toISOString(), key.id],
  });
}

/**
 * Reads a page of a key's calls, newest first.
 *
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function listCalls(context: AppContext, named: NamedKey, query: PageQuery) {
  const { id } = await readKey(context, named);
  return readPage(context, {
    scope: `api-key-calls:${id}`,
    query,
    defaultLimit: CALLS_PER_PAGE,
    read: (seek) => findCalls(context.db.kysely, id, seek),
    placeOf: (call) => [call.id],
  });
}
