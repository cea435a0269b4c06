import { formatAmount } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { findStanding } from "../cards/index.ts";
import { periodIn, spendingWindows } from "../risk/index.ts";
import type { SessionRow, StoredMoney } from "./practice.tables.ts";

/** What a practice's card has. */
export interface CardMoney {
  readonly availableMinor: bigint;
  readonly shown: StoredMoney;
}

/** @throws Refusal `not_found` where the card is gone, which cannot be */
export async function cardMoney(
  { db, clock, config }: AppContext,
  { customer_id: customerId, card_id: cardId }: Pick<SessionRow, "customer_id" | "card_id">,
): Promise<CardMoney> {
  const windows = spendingWindows(periodIn(config.timeZone, clock.now()));
  const card = await findStanding(db.kysely, customerId, cardId, windows);
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  const availableMinor = card.posted_minor - card.held_minor;
  const text = (minor: bigint) => formatAmount(minor, card.currency);
  return {
    availableMinor,
    shown: {
      balance: text(card.posted_minor - card.owed_minor),
      held: text(card.held_minor),
      available: text(availableMinor),
    },
  };
}
