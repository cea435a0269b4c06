import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";

interface EndpointAct {
  readonly session: Session;
  readonly requestId: string;
  readonly endpointId: string;
  readonly action:
    | "webhook.create"
    | "webhook.change"
    | "webhook.verify"
    | "webhook.pause"
    | "webhook.resume"
    | "webhook.rotate"
    | "webhook.replay"
    | "webhook.delete";
}

/** Records what a customer did with an endpoint, and notifies the customer's open screens. */
export async function recordEndpoint(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  { session, requestId, endpointId, action }: EndpointAct,
): Promise<void> {
  const { username: actor, customerId } = session;
  await ledger.appendAudit(tx, [
    { action, actor, customerId, object: endpointId, outcome: "ok", requestId, data: {} },
  ]);
  await ledger.appendEvents(tx, [{ topic: "webhooks", body: { customerId } }]);
}
