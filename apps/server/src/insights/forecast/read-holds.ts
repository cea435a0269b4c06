import type { CardHolds } from "@tessera/contract/insights/forecast.schemas";
import {
  LATE_CLEARING_DAYS,
  OUTLOOK_ENTRIES_MAX,
} from "@tessera/contract/insights/forecast-figures";
import { formatAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { atOneMoment } from "./at-one-moment.ts";
import { type CardAtHand, findCard, type OutlookQuery } from "./find-card.ts";
import { presentHold, presentLapsed } from "./forecast.presenter.ts";
import { reserveOfHold } from "./held-reserve.ts";
import {
  countOpenHolds,
  placeOfHold,
  selectHoldSteps,
  selectLapsedHolds,
  selectOpenHolds,
} from "./holds.repository.ts";

const DAY_MS = 86_400_000;
/** In days. The longest duration of a hold, plus time for its release. */
const HOLD_DAYS = 40;

function selectExpired(tx: Tx, { card, now }: CardAtHand) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return selectLapsedHolds(tx, {
    customerId: card.customer_id,
    cardId: card.id,
    madeSince: daysAgo(LATE_CLEARING_DAYS + HOLD_DAYS),
    releasedSince: daysAgo(LATE_CLEARING_DAYS),
    limit: OUTLOOK_ENTRIES_MAX,
  });
}

/**
 * Lists a card's pending payments, each with its amount on hold, the steps that changed the hold,
 * and its expiry. Also lists expired holds, since their payments may still be settled.
 *
 * @throws Refusal `not_found`, or `invalid_input` for a cursor from another list
 */
export async function readHolds(
  context: AppContext,
  { page, ...query }: OutlookQuery & { readonly page: PageQuery },
): Promise<CardHolds> {
  return atOneMoment(context, async (tx) => {
    const atHand = await findCard(context, tx, query);
    const { card, now } = atHand;
    const key = { customerId: card.customer_id, cardId: card.id };
    const { rows: shown, nextCursor } = await readPage(context, {
      scope: `holds:${card.id}`,
      query: page,
      defaultLimit: OUTLOOK_ENTRIES_MAX,
      read: (seek) => selectOpenHolds(tx, key, seek),
      placeOf: placeOfHold,
    });
    const steps = await selectHoldSteps(
      tx,
      shown.map(({ id }) => id),
    );
    const stepsOf = Map.groupBy(steps, ({ payment_id }) => payment_id);
    const expired = await selectExpired(tx, atHand);
    return {
      currency: card.currency,
      asOf: now.toISOString(),
      total: formatAmount(card.held_minor, card.currency),
      count: await countOpenHolds(tx, key),
      nextCursor,
      data: shown.map((hold) =>
        presentHold(hold, {
          steps: stepsOf.get(hold.id) ?? [],
          reserveMinor: reserveOfHold(hold),
          now,
        }),
      ),
      lapsed: expired.map((row) => presentLapsed(row, card.currency)),
    };
  });
}
