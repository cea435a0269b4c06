import type { FreezeAll, FreezeAllUndo } from "@tessera/contract/cards/card-settings.schemas";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { presentFreezeAll } from "./freeze-all.presenter.ts";
import {
  deleteFreezesOf,
  endFreezeAll,
  type FreezeAllState,
  findCurrent,
  findFreezeAll,
  lockFrozenBy,
  lockOwner,
  updateStatuses,
} from "./freeze-all.repository.ts";
import { auditFreezes, setManyAccounts } from "./freeze-many.ts";

interface FreezeAllChange {
  readonly customerId: string;
  readonly freezeAllId: string | undefined;
  /** Who requested the undo, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

/** Reads the newest freeze of all cards that can be undone and has not been dismissed. */
export async function getCurrentFreezeAll(
  context: AppContext,
  customerId: string,
): Promise<{ current: FreezeAll | null }> {
  const current = await findCurrent(context.db.kysely, customerId);
  return { current: current === undefined ? null : presentFreezeAll(current) };
}

/**
 * Undoes a freeze of all cards: atomically lifts the owner's freeze from the cards that it froze,
 * except those whose freeze has been lifted or set again in the meantime. Cards that a rule or an
 * operator froze stay frozen, and closing cards keep closing. Repeating the call changes nothing
 * and returns the first result.
 *
 * @throws Refusal `not_found` if the freeze is missing or belongs to another customer
 */
export async function undoFreezeAll(
  context: AppContext,
  change: FreezeAllChange,
): Promise<FreezeAllUndo> {
  const { customerId } = change;
  const { answer, changed } = await inTransaction(context.db, async (tx) => {
    const call = await requireCall(tx, change);
    const isNew = call.undone_at === null;
    if (isNew) {
      await liftAll(context, tx, call, change);
    }
    const now = isNew ? await requireCall(tx, change) : call;
    const unfrozenCards = now.unfrozen_cards ?? 0;
    return {
      answer: { ...presentFreezeAll(now), unfrozenCards },
      changed: isNew,
    };
  });
  if (changed) {
    await context.events.publish(customerId, "card", {});
  }
  return answer;
}

async function liftAll(
  context: AppContext,
  tx: Tx,
  { id }: FreezeAllState,
  { customerId, actor, requestId }: FreezeAllChange,
): Promise<void> {
  const at = context.clock.now();
  const locked = await lockFrozenBy(tx, id);
  const left = await deleteFreezesOf(tx, id, locked);
  const lifted = locked.filter((card) => left.has(card.id));
  const free = lifted.filter((card) => left.get(card.id)?.length === 0);
  await updateStatuses(tx, free, "active", at);
  await endFreezeAll(tx, id, { undoneAt: at, unfrozen: free.length });
  const cardIds = lifted.map((card) => card.id);
  await auditFreezes(context, tx, cardIds, {
    action: "card.unfreeze",
    actor,
    customerId,
    requestId,
    freezeAllId: id,
  });
  await setManyAccounts(context, tx, free, "open");
}

/**
 * Stops offering to undo a freeze of all cards. The cards stay frozen until each is unfrozen
 * individually.
 *
 * @throws Refusal `not_found` if the freeze is missing or belongs to another customer
 */
export async function dismissFreezeAll(
  context: AppContext,
  change: FreezeAllChange,
): Promise<FreezeAll> {
  const { answer, changed } = await inTransaction(context.db, async (tx) => {
    const call = await requireCall(tx, change);
    const isNew = call.dismissed_at === null;
    if (isNew) {
      await endFreezeAll(tx, call.id, { dismissedAt: context.clock.now() });
    }
    return { answer: presentFreezeAll(call), changed: isNew };
  });
  if (changed) {
    await context.events.publish(change.customerId, "card", {});
  }
  return answer;
}

/** Finds a customer's freeze of all cards, and serializes changes to it. */
async function requireCall(
  tx: Tx,
  { customerId, freezeAllId }: FreezeAllChange,
): Promise<FreezeAllState> {
  if (freezeAllId === undefined) {
    throw new Refusal("not_found");
  }
  await lockOwner(tx, customerId);
  const call = await findFreezeAll(tx, customerId, freezeAllId);
  if (call === undefined) {
    throw new Refusal("not_found");
  }
  return call;
}
