import type { Db, Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { type ApiKeyCallRow, tables } from "./api-keys.tables.ts";

/** A call to record, and the network to show as the key's last one. */
export interface MadeCall extends ApiKeyCallRow {
  readonly network: string | null;
}

/**
 * Inserts calls, and notes when and from where each key was last used. The commit does not wait for
 * the disk: a crash loses the last calls of the log, and nothing else.
 */
export async function insertCalls(db: Db, calls: readonly MadeCall[]): Promise<void> {
  await db.sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    made as materialized (
      select one.* from relaxed, unnest(
        ${calls.map(({ id }) => id)}::uuid[],
        ${calls.map(({ key_id: keyId }) => keyId)}::uuid[],
        ${calls.map(({ at }) => at.toISOString())}::timestamptz[],
        ${calls.map(({ method }) => method)}::text[],
        ${calls.map(({ route }) => route)}::text[],
        ${calls.map(({ status }) => status)}::integer[],
        ${calls.map(({ code }) => code)}::text[],
        ${calls.map(({ address }) => address)}::text[],
        ${calls.map(({ duration_ms: durationMs }) => durationMs)}::integer[],
        ${calls.map(({ request_id: requestId }) => requestId)}::text[],
        ${calls.map(({ network }) => network)}::text[]
      ) as one (id, key_id, at, method, route, status, code, address, duration_ms, request_id,
        network)
    ),
    last as (
      select distinct on (key_id) key_id, at, network from made order by key_id, at desc
    ),
    used as (
      update api_key set last_used_at = last.at, last_used_network = last.network
      from last where api_key.id = last.key_id
        and (api_key.last_used_at is null or api_key.last_used_at <= last.at)
    )
    insert into api_key_call
      (id, key_id, at, method, route, status, code, address, duration_ms, request_id)
    select id, key_id, at, method, route, status, code, address, duration_ms, request_id from made`;
}

/** Selects a page of a key's calls, newest first. */
export async function findCalls(
  tx: Tx,
  keyId: string,
  { after, limit }: Seek,
): Promise<ApiKeyCallRow[]> {
  const [before] = after ?? [];
  let query = tables(tx).selectFrom("api_key_call").selectAll().where("key_id", "=", keyId);
  if (before !== undefined) {
    query = query.where("id", "<", before);
  }
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Deletes the calls made before a given time. */
export async function forgetCalls(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("api_key_call").where("at", "<", before).execute();
}
