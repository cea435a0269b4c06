import { MAX_REPLAYED_EVENTS } from "@tessera/contract/developers/webhooks.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type EndpointInput, requireEndpoint } from "./change-endpoint.ts";
import { queueAgain, queueOne } from "./deliveries.repository.ts";
import type { OwnEndpoint } from "./endpoints.repository.ts";
import { findEvent } from "./events.repository.ts";
import { endpointOf } from "./read-webhooks.ts";
import { recordEndpoint } from "./record-endpoint.ts";
import type { EndpointRow } from "./webhooks.tables.ts";

function requireActive({ status }: EndpointRow): void {
  if (status !== "active" && status !== "paused") {
    throw new Refusal("webhook_not_active");
  }
}

/**
 * Sends one event to an endpoint again, even if its filter does not let it through.
 *
 * @throws Refusal `not_found` for an unknown endpoint or event, `webhook_not_active`
 */
export async function replayEvent(
  context: AppContext,
  { sequence, ...input }: EndpointInput & { readonly sequence: number },
): Promise<OwnEndpoint> {
  const { session, requestId } = input;
  const { customerId } = session;
  return inTransaction(context.db, async (tx) => {
    const endpoint = await requireEndpoint(tx, input);
    requireActive(endpoint);
    const event = await findEvent(tx, customerId, BigInt(sequence));
    if (event === undefined) {
      throw new Refusal("not_found");
    }
    const now = context.clock.now();
    const { id: endpointId } = endpoint;
    await queueOne(tx, { endpointId, customerId, sequence: event.sequence, now });
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId, action: "webhook.replay" },
    });
    return endpointOf(tx, customerId, endpointId);
  });
}

interface ReplayInput extends EndpointInput {
  readonly since: Date | undefined;
  readonly fromSequence: number | undefined;
}

/** How many events were queued, and from which sequence to continue. */
export interface Replayed {
  readonly events: number;
  readonly nextSequence: number | null;
}

/**
 * Sends the events again that an endpoint's filter lets through, from a time or a sequence on, as
 * many as one call may.
 *
 * @throws Refusal `not_found`, `webhook_not_active`
 */
export async function replaySince(
  context: AppContext,
  { since, fromSequence, ...input }: ReplayInput,
): Promise<Replayed> {
  const { session, requestId } = input;
  return inTransaction(context.db, async (tx) => {
    const endpoint = await requireEndpoint(tx, input);
    requireActive(endpoint);
    const { id: endpointId, customer_id: customerId } = endpoint;
    const { events, last } = await queueAgain(tx, {
      ...{ endpointId, customerId, since, now: context.clock.now() },
      ...{ fromSequence: BigInt(fromSequence ?? 1), limit: MAX_REPLAYED_EVENTS },
    });
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId, action: "webhook.replay" },
    });
    const isCut = events === BigInt(MAX_REPLAYED_EVENTS) && last !== null;
    return { events: Number(events), nextSequence: isCut ? Number(last) + 1 : null };
  });
}
