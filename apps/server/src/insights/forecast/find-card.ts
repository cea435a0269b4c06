import {
  type ProgramPeriod,
  periodIn,
  spendingWindows,
} from "../../authorization/decision/index.ts";
import { type CardStanding, findStanding } from "../../cards/lifecycle/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";

/** The customer and the card that a forecast is about. */
export interface OutlookQuery {
  readonly customerId: string;
  /** The card's id; undefined if the requested id is not a card id. */
  readonly cardId: string | undefined;
}

/** A customer's card, and when it was read. */
export interface CardAtHand {
  readonly card: CardStanding;
  readonly now: Date;
  readonly period: ProgramPeriod;
}

/**
 * Reads a customer's card.
 *
 * @throws Refusal `not_found` if the card does not exist or belongs to another customer
 */
export async function findCard(
  context: AppContext,
  tx: Tx,
  { customerId, cardId }: OutlookQuery,
): Promise<CardAtHand> {
  const now = context.clock.now();
  const period = periodIn(context.config.timeZone, now);
  const card =
    cardId === undefined
      ? undefined
      : await findStanding(tx, customerId, cardId, spendingWindows(period));
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  return { card, now, period };
}
