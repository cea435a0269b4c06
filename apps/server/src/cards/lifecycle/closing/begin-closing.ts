import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { updateCardStatus } from "../cards.repository.ts";
import { insertClosing } from "./card-closings.repository.ts";

export interface BeginClosing {
  /** The key of the call that requested the closure; null if a replacement caused it. */
  readonly clientKey: string | null;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Starts closing a locked card whose account no longer accepts debits. The card declines payments,
 * keeps the money needed for its holds, and is closed when the last hold ends.
 *
 * @throws Refusal `idempotency_mismatch` if the key was used to request the closure of another card
 */
export async function beginClosing(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  { clientKey, actor, requestId }: BeginClosing,
): Promise<void> {
  const whenSettled = clientKey === null ? null : true;
  await keepClosing(context, tx, card, { clientKey, actor, requestId, whenSettled });
  await updateCardStatus(tx, card.id, "closing", context.clock.now());
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

interface KeepClosing extends BeginClosing {
  readonly whenSettled: boolean | null;
}

/**
 * Records who requested a card's closure and with which request body, so that a retry can be
 * distinguished from another call with the same key even if the stored response is lost.
 *
 * @throws Refusal `idempotency_mismatch` if the key was used to close another card
 */
export async function keepClosing(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  card: CardRow,
  { clientKey, actor, requestId, whenSettled }: KeepClosing,
): Promise<void> {
  const isKept = await insertClosing(tx, {
    card_id: card.id,
    customer_id: card.customer_id,
    client_key: clientKey,
    actor,
    request_id: requestId,
    asked_at: clock.now(),
    when_settled: whenSettled,
  });
  if (!isKept) {
    throw new Refusal("idempotency_mismatch");
  }
}
