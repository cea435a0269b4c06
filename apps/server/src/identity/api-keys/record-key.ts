import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";

interface KeyAct {
  readonly session: Session;
  readonly requestId: string;
  readonly keyId: string;
  readonly action: "api_key.create" | "api_key.rotate" | "api_key.revoke";
}

/** Records what a customer did with a key, and notifies the customer's open screens. */
export async function recordKey(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  { session, requestId, keyId, action }: KeyAct,
): Promise<void> {
  const { username, customerId } = session;
  await ledger.appendAudit(tx, [
    { action, actor: username, customerId, object: keyId, outcome: "ok", requestId, data: {} },
  ]);
  await ledger.appendEvents(tx, [{ topic: "api-keys", body: { customerId } }]);
}
