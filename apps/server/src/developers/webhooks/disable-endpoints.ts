import type { Webhook } from "@tessera/contract/developers/webhooks.schemas";
import type { StopHandler } from "../../money-movement/payouts/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { findHopeless } from "./deliveries.repository.ts";
import { disableAll, disableEndpoint } from "./endpoints.repository.ts";
import { DISABLE_AFTER_MS } from "./retry-schedule.policy.ts";
import { tellOfDisabling } from "./webhook-mails.ts";

const ACTOR = "tessera";

async function disable(
  context: AppContext,
  id: string,
  because: Exclude<NonNullable<Webhook["disabledBecause"]>, "alarm">,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const endpoint = await disableEndpoint(tx, id, because);
    if (endpoint === undefined) {
      return;
    }
    const { customer_id: customerId, name } = endpoint;
    await context.ledger.appendAudit(tx, [
      {
        ...{ action: "webhook.disable", actor: ACTOR, customerId, object: id, outcome: "ok" },
        ...{ requestId: null, data: { status: because } },
      },
    ]);
    await context.ledger.appendEvents(tx, [{ topic: "webhooks", body: { customerId } }]);
    await tellOfDisabling(context, tx, { customerId, name, because });
  });
}

/** Disables endpoints that answered 410, which means that they want nothing any more. */
export async function disableGone(context: AppContext, ids: ReadonlySet<string>): Promise<void> {
  for (const id of ids) {
    await disable(context, id, "gone");
  }
}

/** Disables endpoints that no attempt has reached for five days. */
export async function disableFailing(context: AppContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - DISABLE_AFTER_MS);
  for (const { id } of await findHopeless(context.db, before)) {
    await disable(context, id, "failing");
  }
}

/** Handles “not me”: disables all endpoints, since an intruder may have created one. */
export const stopWebhooks: StopHandler = async (context, tx, { customerId, requestId }) => {
  for (const id of await disableAll(tx, customerId)) {
    await context.ledger.appendAudit(tx, [
      {
        ...{ action: "webhook.disable", actor: "mailed link", customerId, object: id },
        ...{ outcome: "ok", requestId, data: { status: "alarm" } },
      },
    ]);
  }
};
