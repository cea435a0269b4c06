import type { OutboxEvent } from "@tessera/ledger";
import { wireId } from "../../platform/ids.ts";

/**
 * What open screens are told when a card's money or state changed, and with it the bills of its
 * owner: one event, because every movement of a card writes it.
 */
export function cardEvents(cardId: string): readonly OutboxEvent[] {
  return [{ topic: "card", body: { cardId: wireId("card", cardId) } }];
}
