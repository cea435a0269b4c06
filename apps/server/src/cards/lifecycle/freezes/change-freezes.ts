import type { FreezeReason } from "@tessera/contract/cards/cards.schemas";
import type { CardRow, SetLayer } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { updateCardStatus } from "../cards.repository.ts";
import { deleteFreezes, insertFreeze, listLayers } from "./card-freezes.repository.ts";
import { changeLayers, statusOfLayers } from "./freeze-layers.policy.ts";

export interface FreezeChange {
  /** A layer to set. */
  readonly set?: { readonly layer: SetLayer; readonly reason: FreezeReason };
  /** Layers to lift. */
  readonly lift?: readonly SetLayer[];
  /** The person making the change, for the audit log. */
  readonly actor: string;
  readonly requestId: string | null;
  /** The reason, for the audit log only. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Sets or lifts layers on a locked card that is not closed. Does nothing if the layers are already
 * as requested.
 *
 * While at least one layer is set, the card is frozen and its account accepts no new debits. The
 * ledger itself refuses an authorization that was decided just before the freeze, but earlier
 * authorizations can still clear and refunds can still arrive. Notify open screens after the
 * commit.
 *
 * @returns whether anything changed
 */
export async function changeFreezes(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  change: FreezeChange,
): Promise<boolean> {
  const { set, lift = [] } = change;
  const now = context.clock.now();
  const before = await listLayers(tx, card.id);
  const after = changeLayers(before, { set: set === undefined ? [] : [set.layer], lift });
  if (after.added.length === 0 && after.lifted.length === 0) {
    return false;
  }
  if (after.lifted.length > 0) {
    await deleteFreezes(tx, card.id, after.lifted);
  }
  if (set !== undefined && after.added.includes(set.layer)) {
    await insertFreeze(tx, {
      card_id: card.id,
      layer: set.layer,
      reason: set.reason,
      reason_detail: change.detail ?? {},
      starts_at: now,
      actor: change.actor,
      freeze_all_id: null,
    });
  }
  const status = statusOfLayers(after.layers);
  // A closing card accepts no debits anyway, and its status stays `closing`.
  if (card.status !== "closing" && card.status !== status) {
    await updateCardStatus(tx, card.id, status, now);
    await followStatus(context, tx, card, status);
  }
  await context.ledger.appendAudit(
    tx,
    [
      ...after.added.map((layer) => ({ layer, action: "card.freeze" })),
      ...after.lifted.map((layer) => ({ layer, action: "card.unfreeze" })),
    ].map(({ layer, action }) => ({
      action,
      actor: change.actor,
      customerId: card.customer_id,
      object: card.id,
      outcome: "ok",
      requestId: change.requestId,
      data: { ...change.detail, layer },
    })),
  );
  return true;
}

async function followStatus(
  { ledger }: AppContext,
  tx: Tx,
  { card_account: account }: CardRow,
  status: "active" | "frozen",
): Promise<void> {
  const wanted = status === "frozen" ? "debits_blocked" : "open";
  const before = await ledger.setAccountStatus(tx, account, wanted);
  if (before === "blocked") {
    // Neither setting nor lifting a freeze affects an operator's block on the account.
    await ledger.setAccountStatus(tx, account, "blocked");
  }
}
