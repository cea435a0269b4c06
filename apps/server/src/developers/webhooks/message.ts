import { WEBHOOK_VERSION, type WebhookType } from "@tessera/contract/developers/webhook-types";
import type { WebhookEvent } from "@tessera/contract/developers/webhooks.schemas";
import { type IdPrefix, wireId } from "../../platform/ids.ts";
import type { EventRow } from "./webhooks.tables.ts";

const PREFIX_OF = { movement: "mov", card: "card" } as const satisfies Readonly<
  Record<EventRow["object_type"], IdPrefix>
>;

type Sent = Pick<
  EventRow,
  "id" | "type" | "at" | "customer_id" | "object_type" | "object_id" | "sequence" | "block"
>;

/** Presents an event as it is sent, and as its owner reads it. */
export function presentEvent(event: Sent): WebhookEvent {
  const { object_type: type, object_id: id } = event;
  return {
    id: wireId("evt", event.id),
    type: event.type,
    version: WEBHOOK_VERSION,
    at: event.at.toISOString(),
    customer: wireId("cus", event.customer_id),
    object: { type, id: wireId(PREFIX_OF[type], id) },
    sequence: Number(event.sequence),
    block: Number(event.block),
  };
}

interface Example {
  readonly id: string;
  readonly type: WebhookType;
  readonly objectType: EventRow["object_type"];
  readonly objectId: string;
  readonly customerId: string;
  readonly at: Date;
}

/** Returns an example of an event, whose object does not exist. */
export function presentExample(example: Example): WebhookEvent {
  const { id, type, objectType, objectId, customerId, at } = example;
  const row = { id, type, at, customer_id: customerId, object_type: objectType };
  return presentEvent({ ...row, object_id: objectId, sequence: 1n, block: 1n });
}
