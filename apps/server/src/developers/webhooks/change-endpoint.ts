import type { changeWebhookBody } from "@tessera/contract/developers/webhooks.schemas";
import type { z } from "zod/mini";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { filteredCards } from "./create-endpoint.ts";
import {
  deleteEndpoint,
  lockEndpoint,
  type OwnEndpoint,
  setStatus,
  updateEndpoint,
} from "./endpoints.repository.ts";
import { endpointOf } from "./read-webhooks.ts";
import { recordEndpoint } from "./record-endpoint.ts";
import type { EndpointRow } from "./webhooks.tables.ts";

/** Who does something with which endpoint. */
export interface EndpointInput {
  readonly session: Session;
  readonly id: string | undefined;
  readonly requestId: string;
}

/**
 * Selects a customer's endpoint FOR UPDATE.
 *
 * @throws Refusal `not_found`
 */
export async function requireEndpoint(
  tx: Tx,
  { session, id }: Pick<EndpointInput, "session" | "id">,
): Promise<EndpointRow> {
  const row = id === undefined ? undefined : await lockEndpoint(tx, session.customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return row;
}

/**
 * Changes an endpoint's name, and which of the events that are derived from now on it gets.
 *
 * @throws Refusal `not_found`, `invalid_input`
 */
export async function changeEndpoint(
  context: AppContext,
  { body, ...input }: EndpointInput & { readonly body: z.output<typeof changeWebhookBody> },
): Promise<OwnEndpoint> {
  const { session, requestId } = input;
  return inTransaction(context.db, async (tx) => {
    const { id } = await requireEndpoint(tx, input);
    const cards = await filteredCards(tx, session.customerId, body.cards);
    const types = [...new Set(body.types)];
    await updateEndpoint(tx, id, { name: body.name, types, card_ids: cards });
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId: id, action: "webhook.change" },
    });
    return endpointOf(tx, session.customerId, id);
  });
}

/**
 * Pauses an active endpoint, or resumes a paused one. Has no effect if it already is.
 *
 * @throws Refusal `not_found`, `webhook_not_active`
 */
export async function pauseOrResume(
  context: AppContext,
  { to, ...input }: EndpointInput & { readonly to: "paused" | "active" },
): Promise<OwnEndpoint> {
  const { session, requestId } = input;
  return inTransaction(context.db, async (tx) => {
    const { id, status } = await requireEndpoint(tx, input);
    if (status !== "active" && status !== "paused") {
      throw new Refusal("webhook_not_active");
    }
    if (status !== to) {
      await setStatus(tx, id, to);
      const action = to === "paused" ? "webhook.pause" : "webhook.resume";
      await recordEndpoint(context, tx, { session, requestId, endpointId: id, action });
    }
    return endpointOf(tx, session.customerId, id);
  });
}

/**
 * Deletes an endpoint, with its secrets, its attempts and what waits for it.
 *
 * @throws Refusal `not_found`
 */
export async function removeEndpoint(context: AppContext, input: EndpointInput): Promise<void> {
  const { session, requestId } = input;
  await inTransaction(context.db, async (tx) => {
    const { id } = await requireEndpoint(tx, input);
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId: id, action: "webhook.delete" },
    });
    await deleteEndpoint(tx, id);
  });
}
