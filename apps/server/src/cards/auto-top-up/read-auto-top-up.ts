import type { AutoTopUp, AutoTopUpRun } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { periodIn } from "../../authorization/decision/index.ts";
import { findExpectedCharges } from "../../insights/forecast/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { getCard } from "../lifecycle/index.ts";
import { presentAutoTopUp, presentRun } from "./auto-top-up.presenter.ts";
import type { OrderRow } from "./auto-top-up.tables.ts";
import { timeBeforeCharge } from "./order-times.ts";
import { findOrder, readCounter } from "./orders.repository.ts";
import { topUpWindow } from "./run-top-up.ts";
import { listRuns } from "./runs.repository.ts";

/** A customer and one of their cards; undefined if the given id is not a card id. */
interface OwnCard {
  readonly customerId: string;
  readonly cardId: string | undefined;
}

async function ownCard(
  context: AppContext,
  { customerId, cardId }: OwnCard,
  tx?: Tx,
): Promise<{ readonly cardId: string; readonly card: Card }> {
  if (cardId === undefined) {
    throw new Refusal("not_found");
  }
  return { cardId, card: await getCard(context, customerId, cardId, tx) };
}

/**
 * Reads when a card is topped up by itself.
 *
 * @throws Refusal `not_found`
 */
export async function readAutoTopUp(
  context: AppContext,
  own: OwnCard,
  tx: Tx = context.db.kysely,
): Promise<AutoTopUp> {
  const { timeZone } = context.config;
  const { cardId, card } = await ownCard(context, own, tx);
  const period = periodIn(timeZone, context.clock.now());
  const stored = await findOrder(tx, cardId);
  const isOver = stored?.ends_on != null && stored.ends_on < period.day;
  const order = isOver || card.status === "closed" ? undefined : stored;
  const usedMinor = await readCounter(tx, cardId, topUpWindow(period));
  const nextAt = order === undefined ? null : await nextTimeOf(context, tx, order);
  return presentAutoTopUp({ card, order, usedMinor, nextAt, period, timeZone });
}

async function nextTimeOf(context: AppContext, tx: Tx, order: OrderRow): Promise<Date | null> {
  if (order.trigger_kind !== "charge") {
    return order.next_at;
  }
  const { customer_id: customerId, card_id: cardId, hours_before: hours } = order;
  const now = context.clock.now().getTime();
  const times = (await findExpectedCharges(context, tx, { customerId, cardId }))
    .map(({ expectedOn }) =>
      timeBeforeCharge(context.config.timeZone, expectedOn, hours ?? 0).getTime(),
    )
    .filter((at) => at > now);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Lists what automatic top-ups of a card did, newest first.
 *
 * @throws Refusal `not_found`, or `invalid_input` for a cursor from another list
 */
export async function listAutoTopUps(
  context: AppContext,
  own: OwnCard,
  query: PageQuery,
): Promise<Page<AutoTopUpRun>> {
  const { cardId, card } = await ownCard(context, own);
  const { rows, nextCursor } = await readPage(context, {
    scope: `auto-top-ups:${cardId}`,
    query,
    read: (seek) => listRuns(context.db.kysely, cardId, seek),
    placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
  });
  return { data: rows.map((run) => presentRun(run, card.currency)), nextCursor };
}
