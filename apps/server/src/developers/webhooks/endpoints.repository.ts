import type { Webhook } from "@tessera/contract/developers/webhooks.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { BY_CREATION, keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { type EndpointRow, tables } from "./webhooks.tables.ts";

/** An endpoint as its owner sees it. */
export interface OwnEndpoint extends EndpointRow {
  readonly waiting: bigint;
  /** Until when the secret that was replaced last signs; null if no secret was replaced. */
  readonly former_until: Date | null;
}

type NewEndpoint = Pick<
  EndpointRow,
  "id" | "customer_id" | "name" | "url" | "types" | "card_ids" | "created_at"
>;

/**
 * Makes sure that a customer's events are derived, from the next block on. The lock on the progress
 * keeps a block from being derived meanwhile, so that the block is exact.
 */
export async function ensureFeed(tx: Tx, customerId: string, at: Date): Promise<void> {
  await sql`
    with progress as (select derived_to from webhook_progress for update)
    insert into webhook_feed (customer_id, since_block, created_at)
    select ${customerId}, derived_to, ${at} from progress
    on conflict (customer_id) do nothing`.execute(tx);
}

/** Inserts an endpoint that has not been verified. */
export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<void> {
  await tables(tx)
    .insertInto("webhook_endpoint")
    .values({ ...endpoint, status: "unverified" })
    .execute();
}

/** Counts a customer's endpoints. The caller has locked the customer. */
export async function countEndpoints(tx: Tx, customerId: string): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("webhook_endpoint")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function ownEndpoints(tx: Tx) {
  return tables(tx)
    .selectFrom("webhook_endpoint")
    .selectAll("webhook_endpoint")
    .select((eb) => [
      eb
        .selectFrom("webhook_delivery as d")
        .whereRef("d.endpoint_id", "=", "webhook_endpoint.id")
        .where("d.status", "=", "waiting")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .as("waiting"),
      eb
        .selectFrom("webhook_secret as s")
        .whereRef("s.endpoint_id", "=", "webhook_endpoint.id")
        .select(({ fn }) => fn.max("s.ends_at").as("until"))
        .as("former_until"),
    ])
    .$castTo<OwnEndpoint>();
}

/** Selects a page of a customer's endpoints, newest first. */
export function findEndpointsOf(tx: Tx, customerId: string, seek: Seek): Promise<OwnEndpoint[]> {
  const own = ownEndpoints(tx).where("customer_id", "=", customerId);
  return keyset(own, BY_CREATION, "desc", seek).execute();
}

/** Finds a customer's endpoint. */
export function findEndpoint(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<OwnEndpoint | undefined> {
  return ownEndpoints(tx)
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Selects a customer's endpoint FOR UPDATE. */
export function lockEndpoint(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return tables(tx)
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes what an endpoint is called, and which events it gets. */
export async function updateEndpoint(
  tx: Tx,
  id: string,
  change: Pick<EndpointRow, "name" | "types" | "card_ids">,
): Promise<void> {
  await tables(tx).updateTable("webhook_endpoint").set(change).where("id", "=", id).execute();
}

/** Sets an endpoint's status. A new one starts without failures. */
export async function setStatus(
  tx: Tx,
  id: string,
  status: Exclude<Webhook["status"], "disabled">,
): Promise<void> {
  await tables(tx)
    .updateTable("webhook_endpoint")
    .set({ status, disabled_because: null, failing_since: null })
    .where("id", "=", id)
    .execute();
}

type Cause = NonNullable<Webhook["disabledBecause"]>;

/**
 * Disables an active endpoint. What waited for it is dropped, and can be replayed.
 *
 * @returns the endpoint, or undefined if it was not active
 */
export async function disableEndpoint(
  tx: Tx,
  id: string,
  because: Cause,
): Promise<EndpointRow | undefined> {
  const row = await tables(tx)
    .updateTable("webhook_endpoint")
    .set({ status: "disabled", disabled_because: because })
    .where("id", "=", id)
    .where("status", "=", "active")
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) {
    await dropWaiting(tx, [id]);
  }
  return row;
}

/** Disables all of a customer's endpoints after a “not me” report. Returns their ids. */
export async function disableAll(tx: Tx, customerId: string): Promise<readonly string[]> {
  const rows = await tables(tx)
    .updateTable("webhook_endpoint")
    .set({ status: "disabled", disabled_because: "alarm" })
    .where("customer_id", "=", customerId)
    .where("status", "<>", "disabled")
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  await dropWaiting(tx, ids);
  return ids;
}

async function dropWaiting(tx: Tx, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length > 0) {
    await tables(tx)
      .updateTable("webhook_delivery")
      .set({ status: "failed" })
      .where("endpoint_id", "in", [...endpointIds])
      .where("status", "=", "waiting")
      .execute();
  }
}

/** Deletes an endpoint with its secrets, deliveries and attempts. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom("webhook_endpoint").where("id", "=", id).execute();
}

/** Returns which of the cards belong to a customer. */
export async function findOwnCards(
  tx: Tx,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from card
    where customer_id = ${customerId} and id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
