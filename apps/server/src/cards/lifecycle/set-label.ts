import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireRevision } from "./card-refusals.ts";
import { distinctTags, tagKeys } from "./card-tags.policy.ts";
import { lockCard, updateSettings } from "./cards.repository.ts";
import type { CardCommand } from "./freezes/freeze-card.ts";
import { getCard } from "./read-cards.ts";

interface LabelChange {
  readonly nickname: string | null;
  /** All tags. If several tags differ only in case, the first one is kept. */
  readonly tags: readonly string[];
  /** The revision that was edited. If absent, the last write wins. */
  readonly revision: number | undefined;
}

/**
 * Renames a card and sets its tags. Also works on closed cards, since their history can still be
 * searched. Setting the same label again changes nothing, so the call can be retried.
 *
 * @throws Refusal `not_found`, `card_changed` if `revision` is not the card's current revision
 */
export async function setLabel(
  context: AppContext,
  { customerId, cardId, actor, requestId }: CardCommand,
  { revision, ...change }: LabelChange,
): Promise<Card> {
  const label = { nickname: change.nickname, tags: distinctTags(change.tags) };
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    if (isSameLabel(locked, label)) {
      return { card: await getCard(context, customerId, locked.id, tx), changed: false };
    }
    requireRevision(locked, revision);
    await updateSettings(tx, locked.id, { ...label, tag_keys: tagKeys(label.tags) });
    await context.ledger.appendAudit(tx, [
      {
        action: "card.label",
        actor,
        customerId,
        object: locked.id,
        outcome: "ok",
        requestId,
        data: {
          before: { name: locked.nickname, tags: locked.tags },
          after: { name: label.nickname, tags: label.tags },
        },
      },
    ]);
    return { card: await getCard(context, customerId, locked.id, tx), changed: true };
  });
  if (changed) {
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}

function isSameLabel(
  card: Pick<CardRow, "nickname" | "tags">,
  { nickname, tags }: Pick<LabelChange, "nickname" | "tags">,
): boolean {
  return (
    card.nickname === nickname &&
    card.tags.length === tags.length &&
    card.tags.every((tag, place) => tag === tags[place])
  );
}
