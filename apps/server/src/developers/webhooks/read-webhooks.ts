import type { WebhookType } from "@tessera/contract/developers/webhook-types";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { findAttempts } from "./attempts.repository.ts";
import { findEndpoint, findEndpointsOf, type OwnEndpoint } from "./endpoints.repository.ts";
import { findEvents } from "./events.repository.ts";

const ROWS_PER_PAGE = 50;

/** Names a customer's endpoint, or no endpoint if the id is not one. */
interface NamedEndpoint {
  readonly customerId: string;
  readonly id: string | undefined;
}

/** Reads an endpoint that the transaction has just written. */
export async function endpointOf(tx: Tx, customerId: string, id: string): Promise<OwnEndpoint> {
  const endpoint = await findEndpoint(tx, customerId, id);
  if (endpoint === undefined) {
    throw new Error(`webhook endpoint ${id} was not found after it was written`);
  }
  return endpoint;
}

/**
 * Reads a customer's endpoint.
 *
 * @throws Refusal `not_found`
 */
export async function readEndpoint(
  { db }: Pick<AppContext, "db">,
  { customerId, id }: NamedEndpoint,
): Promise<OwnEndpoint> {
  const found = id === undefined ? undefined : await findEndpoint(db.kysely, customerId, id);
  if (found === undefined) {
    throw new Refusal("not_found");
  }
  return found;
}

/**
 * Reads a page of a customer's endpoints, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export function listEndpoints(context: AppContext, customerId: string, query: PageQuery) {
  return readPage(context, {
    scope: `webhooks:${customerId}`,
    query,
    read: (seek) => findEndpointsOf(context.db.kysely, customerId, seek),
    placeOf: (endpoint) => [endpoint.created_at.toISOString(), endpoint.id],
  });
}

/**
 * Reads a page of a customer's events, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export function listEvents(
  context: AppContext,
  customerId: string,
  { type, ...query }: PageQuery & { readonly type?: WebhookType | undefined },
) {
  return readPage(context, {
    scope: `webhook-events:${customerId}:${type ?? ""}`,
    query,
    defaultLimit: ROWS_PER_PAGE,
    read: (seek) => findEvents(context.db.kysely, { customerId, type }, seek),
    placeOf: ({ sequence }) => [String(sequence)],
  });
}

/**
 * Reads a page of the attempts to send to an endpoint, newest first.
 *
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function listAttempts(context: AppContext, named: NamedEndpoint, query: PageQuery) {
  const { id } = await readEndpoint(context, named);
  return readPage(context, {
    scope: `webhook-attempts:${id}`,
    query,
    defaultLimit: ROWS_PER_PAGE,
    read: (seek) => findAttempts(context.db.kysely, id, seek),
    placeOf: (attempt) => [attempt.id],
  });
}
