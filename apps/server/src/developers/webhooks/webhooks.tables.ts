import type { WebhookType } from "@tessera/contract/developers/webhook-types";
import type { Webhook, WebhookOutcome } from "@tessera/contract/developers/webhooks.schemas";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type EndpointColumns = Table<
  "webhook_endpoint",
  { types: WebhookType[]; card_ids: string[]; status: Webhook["status"] }
>;
type EventColumns = Table<"webhook_event", { type: WebhookType }>;
type AttemptColumns = Table<
  "webhook_attempt",
  { type: WebhookType | null; outcome: WebhookOutcome }
>;

export type EndpointRow = Selectable<EndpointColumns>;
export type SecretRow = Selectable<Table<"webhook_secret">>;
export type EventRow = Selectable<EventColumns>;
export type AttemptRow = Selectable<AttemptColumns>;

type WebhookTables = {
  webhook_endpoint: EndpointColumns;
  webhook_secret: Table<"webhook_secret">;
  webhook_event: EventColumns;
  webhook_delivery: Table<"webhook_delivery">;
  webhook_attempt: AttemptColumns;
  webhook_feed: Table<"webhook_feed">;
  webhook_progress: Table<"webhook_progress">;
};

/** Returns the transaction typed with the tables of webhooks. */
export function tables(tx: Tx): Kysely<WebhookTables> {
  return tx.withTables<WebhookTables>();
}
