import { formatAmount } from "@tessera/money";
import { periodIn, spendingWindows } from "../../authorization/decision/index.ts";
import { findStanding } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { SessionRow, StoredMoney } from "./simulator.tables.ts";

/** The balances of a simulated card. */
export interface CardMoney {
  readonly availableMinor: bigint;
  readonly shown: StoredMoney;
}

/**
 * Reads the balances of a simulated card.
 *
 * @throws Refusal `not_found` if the card does not exist, which should never happen
 */
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
