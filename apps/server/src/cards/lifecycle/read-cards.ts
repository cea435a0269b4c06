import type { Card } from "@tessera/contract/cards/cards.schemas";
import { tagKey } from "@tessera/contract/cards/tag-key";
import { decisionTime, spendingWindows } from "../../authorization/decision/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { feeScheduleAt } from "../pricing/index.ts";
import { presentCard } from "./cards.presenter.ts";
import { type CardStanding, findStanding, listStandings, placeOfCard } from "./cards.repository.ts";

interface CardList {
  readonly customerId: string;
  readonly query: PageQuery & { readonly tag?: string | undefined };
  readonly scope?: string;
}

/**
 * Lists a customer's cards, newest first, with closed cards last. A card that is closed between two
 * page requests appears again at the end.
 *
 * @param query `tag` limits the list to cards with that tag
 * @param scope the list that the cursors are valid for
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listCards(
  context: AppContext,
  { customerId, query, scope = "cards" }: CardList,
): Promise<Page<Card>> {
  const time = decisionTime(context, context.clock.now());
  const wanted = { customerId, tagKey: query.tag === undefined ? undefined : tagKey(query.tag) };
  const { rows, nextCursor } = await readPage(context, {
    scope: [scope, customerId, ...(wanted.tagKey === undefined ? [] : [wanted.tagKey])].join(":"),
    query,
    read: (seek) => listStandings(context.db.kysely, wanted, spendingWindows(time.period), seek),
    placeOf: placeOfCard,
  });
  return { data: await presentAll(context, rows, time), nextCursor };
}

/** Lists all of a customer's cards, in the order of {@link listCards}. */
export async function listEveryCard(context: AppContext, customerId: string): Promise<Card[]> {
  const time = decisionTime(context, context.clock.now());
  const windows = spendingWindows(time.period);
  return presentAll(context, await listStandings(context.db.kysely, { customerId }, windows), time);
}

async function presentAll(
  context: AppContext,
  cards: readonly CardStanding[],
  time: ReturnType<typeof decisionTime>,
): Promise<Card[]> {
  const fees = await feeScheduleAt(context.db.kysely, time.now);
  const { timeZone, cards: offered } = context.config;
  const reading = {
    ...{ time, timeZone, drawOffered: offered.drawOnAccount },
    depositFeeBasisPoints: fees.cardDepositBasisPoints,
  };
  return cards.map((card) => presentCard(card, reading));
}

/**
 * Reads one of a customer's cards.
 *
 * @param tx the transaction to read in, if it has just changed the card
 * @throws Refusal `not_found` if the card is missing or belongs to another customer
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
  const { timeZone, cards } = context.config;
  return presentCard(card, {
    ...{ time, timeZone, drawOffered: cards.drawOnAccount },
    depositFeeBasisPoints: fees.cardDepositBasisPoints,
  });
}
