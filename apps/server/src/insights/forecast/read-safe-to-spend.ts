import type { Locale } from "@tessera/contract/errors/locales";
import type { SafeToSpend } from "@tessera/contract/insights/forecast.schemas";
import { FORECAST_DAYS, OUTLOOK_ENTRIES_MAX } from "@tessera/contract/insights/forecast-figures";
import { formatAmount } from "@tessera/money";
import { mostDrawable } from "../../authorization/decision/index.ts";
import { readDraw } from "../../authorization/holds/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { listMovements } from "../bills/index.ts";
import { atOneMoment } from "./at-one-moment.ts";
import { addDays } from "./calendar-days.policy.ts";
import { type CardAtHand, findCard, type OutlookQuery } from "./find-card.ts";
import { presentEntry, presentLikely, presentListed } from "./forecast.presenter.ts";
import { reserveOfHold } from "./held-reserve.ts";
import { selectOpenHolds } from "./holds.repository.ts";
import { forecastUntil } from "./likely-charges.policy.ts";
import { findLikelyCharges } from "./merchant-histories.ts";
import { safeToSpend } from "./safe-to-spend.policy.ts";

/**
 * Number of recent movements shown for the balance, which itself results from the card's entire
 * history.
 */
const BALANCE_ENTRIES = 5;

/** Reads the data for all terms in one snapshot. */
function readTerms(context: AppContext, query: OutlookQuery) {
  return atOneMoment(context, async (tx) => {
    const atHand = await findCard(context, tx, query);
    const { id: cardId, customer_id: customerId } = atHand.card;
    const holds = await selectOpenHolds(tx, { customerId, cardId });
    const charges = await findLikelyCharges(context, tx, atHand);
    return { ...atHand, holds, charges, draw: await drawOf(context, tx, atHand) };
  });
}

function drawOf(context: AppContext, tx: Tx, { card, now }: CardAtHand) {
  const { draw, drawn_day_minor: drawnDayMinor, keep_alive_day_minor: keepAliveDayMinor } = card;
  return readDraw(context, { draw, drawnDayMinor, keepAliveDayMinor }, now, tx);
}

async function newestSettled(
  context: AppContext,
  { customerId, cardId, locale }: { customerId: string; cardId: string; locale: Locale },
) {
  const { data } = await listMovements(context, {
    list: "outlook",
    customerId,
    locale,
    // Reads one more entry than is shown, since the list includes the card's opening fee, which was
    // not paid with the card.
    query: { cardId: wireId("card", cardId), status: "completed", limit: BALANCE_ENTRIES + 1 },
  });
  return data
    .filter(({ kind }) => kind !== "card_opening")
    .slice(0, BALANCE_ENTRIES)
    .map(presentListed);
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amountMinor) => sum + amountMinor, 0n);
}

/**
 * Reads how much of a card's balance is uncommitted, with the entries that make up each term. The
 * terms come from one snapshot, but the entries for the balance may be slightly newer.
 *
 * @throws Refusal `not_found`
 */
export async function readSafeToSpend(
  context: AppContext,
  query: OutlookQuery & { readonly locale: Locale },
): Promise<SafeToSpend> {
  const { card, now, period, holds, charges, draw } = await readTerms(context, query);
  const { currency } = card;
  const until = addDays(period.day, FORECAST_DAYS - 1);
  const reserves = holds
    .map((hold) => ({ hold, reserveMinor: reserveOfHold(hold) }))
    .filter(({ reserveMinor }) => reserveMinor > 0n);
  const forecast = forecastUntil(charges.likely, until);
  const terms = {
    balanceMinor: card.posted_minor - card.owed_minor,
    heldMinor: card.held_minor,
    reserveMinor: sumOf(reserves.map(({ reserveMinor }) => reserveMinor)),
    forecastMinor: sumOf(forecast.map(({ likely }) => likely.amountMinor)),
  };
  const { safeMinor, shortMinor } = safeToSpend(terms);
  const money = (amountMinor: bigint) => formatAmount(amountMinor, currency);
  const own = { customerId: card.customer_id, cardId: card.id, locale: query.locale };
  return {
    currency,
    asOf: now.toISOString(),
    safe: money(safeMinor),
    short: money(shortMinor),
    balance: {
      amount: money(terms.balanceMinor),
      owed: money(card.owed_minor),
      entries: await newestSettled(context, own),
    },
    holds: {
      amount: money(terms.heldMinor),
      count: holds.length,
      entries: holds
        .slice(0, OUTLOOK_ENTRIES_MAX)
        .map((hold) => presentEntry(hold, hold.heldMinor, currency)),
    },
    reserve: {
      amount: money(terms.reserveMinor),
      count: reserves.length,
      entries: reserves
        .slice(0, OUTLOOK_ENTRIES_MAX)
        .map(({ hold, reserveMinor }) => presentEntry(hold, reserveMinor, currency)),
    },
    forecast: {
      amount: money(terms.forecastMinor),
      until,
      entries: forecast.map(({ likely, on }) => ({
        charge: presentLikely(likely, charges.dataOf(likely.last), currency),
        on,
      })),
    },
    ...(draw?.general != null && { drawable: money(mostDrawable(draw, draw.general)) }),
    ...(draw?.keepAlive != null && {
      keepAliveDrawable: money(mostDrawable(draw, draw.keepAlive)),
    }),
  };
}
