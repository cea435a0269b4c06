import type { FreezeAllResult } from "@tessera/contract/cards/card-settings.schemas";
import { decisionTime } from "../../../authorization/decision/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { newId, wireId } from "../../../platform/ids.ts";
import { ledgerClientKey } from "../client-key.ts";
import { presentFreezeAll } from "./freeze-all.presenter.ts";
import {
  findFreezeAll,
  findFreezeAllByKey,
  insertFreezeAll,
  insertOwnerFreezes,
  lockOwner,
  lockUnfrozen,
  updateStatuses,
} from "./freeze-all.repository.ts";
import { auditFreezes, setManyAccounts } from "./freeze-many.ts";

export interface FreezeAllCommand {
  readonly customerId: string;
  readonly idempotencyKey: string;
  /** Who requested the freeze, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Atomically freezes all of a customer's cards that their owner has not frozen. A card that a rule
 * or an operator froze also gets the owner's layer. Closing, closed and expired cards cannot pay
 * and stay unchanged. Each key freezes only once.
 *
 * The accounts are blocked last, in the order in which postings lock them, so payments have to wait
 * only during that step. A payment that was decided earlier is refused by the ledger and then
 * decided again.
 */
export async function freezeAllCards(
  context: AppContext,
  command: FreezeAllCommand,
): Promise<FreezeAllResult> {
  const { customerId } = command;
  const clientKey = ledgerClientKey("freeze-all", command.idempotencyKey);
  const { answer, changed } = await inTransaction(context.db, async (tx) => {
    await lockOwner(tx, customerId);
    const earlier = await findFreezeAllByKey(tx, customerId, clientKey);
    const call = earlier ?? (await freezeWithKey(context, tx, command, clientKey));
    return {
      answer: await resultOf(tx, customerId, call.id, call.card_ids),
      changed: earlier === undefined && call.card_ids.length > 0,
    };
  });
  if (changed) {
    await context.events.publish(customerId, "card", {});
  }
  return answer;
}

async function freezeWithKey(
  context: AppContext,
  tx: Tx,
  { customerId, actor, requestId }: FreezeAllCommand,
  clientKey: string,
) {
  const at = context.clock.now();
  const id = newId(at);
  const { period } = decisionTime(context, at);
  const locked = await lockUnfrozen(tx, customerId, period.month);
  const frozen = await insertOwnerFreezes(tx, locked, { freezeAllId: id, at, actor });
  const cardIds = locked.map((card) => card.id).filter((cardId) => frozen.has(cardId));
  const call = { id, customer_id: customerId, client_key: clientKey, card_ids: cardIds };
  await insertFreezeAll(tx, { ...call, frozen_at: at });
  const active = locked.filter((card) => card.status === "active" && frozen.has(card.id));
  await updateStatuses(tx, active, "frozen", at);
  await auditFreezes(context, tx, cardIds, {
    action: "card.freeze",
    actor,
    customerId,
    requestId,
    freezeAllId: id,
  });
  await setManyAccounts(context, tx, active, "debits_blocked");
  return call;
}

async function resultOf(
  tx: Tx,
  customerId: string,
  id: string,
  cardIds: readonly string[],
): Promise<FreezeAllResult> {
  const call = await findFreezeAll(tx, customerId, id);
  if (call === undefined) {
    throw new Error(`the freeze of all cards ${id} is missing`);
  }
  return { ...presentFreezeAll(call), cardIds: cardIds.map((cardId) => wireId("card", cardId)) };
}
