import type { OutboxEvent } from "@tessera/ledger";

/**
 * What open screens are told when a card's money or state changed, and with it the bills of its
 * owner: one event, because every movement of a card writes it.
 */
export function cardEvents(cardId: string): readonly OutboxEvent[] {
  return [{ topic: "card", body: { cardId } }];
}
