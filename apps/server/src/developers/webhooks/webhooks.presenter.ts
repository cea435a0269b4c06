import { WEBHOOK_TYPE_FACTS, WEBHOOK_TYPES } from "@tessera/contract/developers/webhook-types";
import type { Webhook, WebhookAttempt } from "@tessera/contract/developers/webhooks.schemas";
import { wireId } from "../../platform/ids.ts";
import type { OwnEndpoint } from "./endpoints.repository.ts";
import { presentExample } from "./message.ts";
import type { AttemptRow } from "./webhooks.tables.ts";

/** Presents an endpoint to its owner, without its secrets. */
export function presentEndpoint(endpoint: OwnEndpoint, now: Date): Webhook {
  const { former_until: until } = endpoint;
  return {
    id: wireId("whk", endpoint.id),
    name: endpoint.name,
    url: endpoint.url,
    types: [...endpoint.types],
    cards: endpoint.card_ids.map((id) => wireId("card", id)),
    status: endpoint.status,
    disabledBecause: endpoint.disabled_because,
    failingSince: endpoint.failing_since?.toISOString() ?? null,
    waiting: Number(endpoint.waiting),
    formerSecretUntil: until !== null && until > now ? until.toISOString() : null,
    createdAt: endpoint.created_at.toISOString(),
  };
}

/** Presents an attempt. */
export function presentAttempt(attempt: AttemptRow): WebhookAttempt {
  return {
    id: wireId("wha", attempt.id),
    kind: attempt.kind,
    sequence: attempt.sequence === null ? null : Number(attempt.sequence),
    eventId: attempt.event_id === null ? null : wireId("evt", attempt.event_id),
    type: attempt.type,
    at: attempt.at.toISOString(),
    durationMs: attempt.duration_ms,
    outcome: attempt.outcome,
    status: attempt.status,
    nextAt: attempt.next_at?.toISOString() ?? null,
  };
}

const EXAMPLE_ID = "01900000-0000-7000-8000-000000000000";

/** Presents every type of event, with a sample for this customer. */
export function presentTypes(customerId: string, at: Date) {
  const ids = { id: EXAMPLE_ID, objectId: EXAMPLE_ID };
  return WEBHOOK_TYPES.map((type) => {
    const { meaning, object: objectType } = WEBHOOK_TYPE_FACTS[type];
    return { type, meaning, sample: presentExample({ ...ids, type, objectType, customerId, at }) };
  });
}
