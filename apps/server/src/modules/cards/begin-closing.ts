import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { insertClosing } from "./card-closings.repository.ts";
import { updateCardStatus } from "./cards.repository.ts";
import type { CardRow } from "./cards.tables.ts";

export interface BeginClosing {
  readonly clientKey: string | null;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Puts a locked card whose account takes no debits any more on its way out: it takes no payments,
 * keeps its money for what is held, and is closed by what ends the last hold.
 *
 * @throws Refusal `idempotency_mismatch` for a key that asked for another card's closing
 */
export async function beginClosing(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  { clientKey, actor, requestId }: BeginClosing,
): Promise<void> {
  const now = context.clock.now();
  const isKept = await insertClosing(tx, {
    card_id: card.id,
    customer_id: card.customer_id,
    client_key: clientKey,
    actor,
    request_id: requestId,
    asked_at: now,
  });
  if (!isKept) {
    throw new Refusal("idempotency_mismatch");
  }
  await updateCardStatus(tx, card.id, "closing", now);
  await context.ledger.appendAudit(tx, [
    {
      action: "card.close_asked",
      actor,
      customerId: card.customer_id,
      object: card.id,
      outcome: "ok",
      requestId,
      data: {},
    },
  ]);
}
