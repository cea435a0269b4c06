import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { changeFreezes } from "./change-freezes.ts";

/**
 * Freezes a locked card for its owner's safety, using the layer for rules' freezes. Repeating the
 * freeze changes nothing, and a closed card stays closed. Notify open screens after the commit.
 *
 * @param reason the cause of the freeze, for the audit log
 */
export async function freezeWithin(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  reason: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (card.status === "closed") {
    return;
  }
  await changeFreezes(context, tx, card, {
    set: { layer: "risk", reason: "strategy" },
    actor: "risk",
    requestId: null,
    detail: reason,
  });
}
