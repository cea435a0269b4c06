import type { Card, ScheduleWindow } from "@tessera/contract/cards/cards.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireLiving, requireRevision } from "./card-refusals.ts";
import { lockCard, updateSettings } from "./cards.repository.ts";
import type { CardCommand } from "./freezes/freeze-card.ts";
import { getCard } from "./read-cards.ts";

interface ScheduleChange {
  /** All windows. Empty if the card is never paused. */
  readonly windows: readonly ScheduleWindow[];
  /** The revision that was edited. If absent, the last write wins. */
  readonly revision: number | undefined;
}

/**
 * Sets when a card is paused. Authorizations during a pause are declined. The owner can still move
 * money, and earlier authorizations can still settle, since only new authorizations are checked
 * against the clock.
 *
 * @throws Refusal `not_found`, `card_changed` if `revision` is not the card's current revision,
 * `card_closed`, `card_closing`
 */
export async function setSchedule(
  context: AppContext,
  { customerId, cardId, actor, requestId }: CardCommand,
  { windows, revision }: ScheduleChange,
): Promise<Card> {
  const card = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(locked);
    requireRevision(locked, revision);
    await updateSettings(tx, locked.id, { schedule: windows.length === 0 ? null : { windows } });
    await context.ledger.appendAudit(tx, [
      {
        action: "card.schedule",
        actor,
        customerId,
        object: locked.id,
        outcome: "ok",
        requestId,
        data: {
          before: { schedule: locked.schedule?.windows ?? [] },
          after: { schedule: windows },
        },
      },
    ]);
    return getCard(context, customerId, locked.id, tx);
  });
  await context.events.publish(customerId, "card", { cardId: card.id });
  return card;
}
