import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { feeScheduleAt } from "../legal/index.ts";
import { decisionTime, spendingWindows } from "../risk/index.ts";
import { presentCard } from "./cards.presenter.ts";
import { findStanding, listStandings } from "./cards.repository.ts";

/** A customer's cards, newest first, closed ones last. */
export async function listCards(context: AppContext, customerId: string): Promise<Card[]> {
  const now = context.clock.now();
  const time = decisionTime(context, now);
  const [cards, fees] = await Promise.all([
    listStandings(context.db.kysely, customerId, spendingWindows(time.period)),
    feeScheduleAt(context.db.kysely, now),
  ]);
  const { timeZone } = context.config;
  const reading = { time, timeZone, depositFeeBasisPoints: fees.cardDepositBasisPoints };
  return cards.map((card) => presentCard(card, reading));
}

/**
 * One card of a customer.
 *
 * @param tx reads inside a transaction that has just changed it
 * @throws Refusal `not_found` where it is missing or another customer's
 */
export async function getCard(
  context: AppContext,
  customerId: string,
  cardId: string | undefined,
  tx: Tx = context.db.kysely,
): Promise<Card> {
  const now = context.clock.now();
  const time = decisionTime(context, now);
  const card =
    cardId === undefined
      ? undefined
      : await findStanding(tx, customerId, cardId, spendingWindows(time.period));
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  const fees = await feeScheduleAt(tx, now);
  const { timeZone } = context.config;
  return presentCard(card, { time, timeZone, depositFeeBasisPoints: fees.cardDepositBasisPoints });
}
