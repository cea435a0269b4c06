import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { PriceRise } from "../forecast/index.ts";
import type { FirstRow } from "./first-payments.repository.ts";
import type { CountRow } from "./payment-counts.repository.ts";
import { PAYMENT_SERIES, type SeriesKind } from "./payment-series.policy.ts";
import type { FirstPayment, RaisedPrice, SeriesPayment } from "./risk-alerts.policy.ts";
import type { RiskCounts } from "./risk-score.policy.ts";
import type { SuggestionFacts } from "./suggestions.policy.ts";

type Time = "current" | "former";

/** Returns the counts from which a period's risk factors are computed. */
export function riskCountsOf(
  rows: readonly CountRow[],
  firsts: readonly FirstRow[],
  time: Time,
  cards: Pick<RiskCounts, "cards" | "unguardedCards">,
): RiskCounts {
  const count = (key: string): number =>
    Number(
      rows.find(
        (row) => row.section === "count" && row.key === key && row.current === (time === "current"),
      )?.count ?? 0n,
    );
  const inTime = firsts.filter((first) => first.time === time);
  const merchants = inTime.find(({ kind }) => kind === "merchants");
  return {
    asked: count("asked"),
    declined: count("declined"),
    repeated: count("repeated_declines"),
    wrongDetails: count("wrong_details_in_all"),
    newCountries: inTime.filter(({ kind }) => kind === "country").length,
    newMerchants: Number(merchants?.count ?? 0n),
    ended: count("ended"),
    settled: count("settled"),
    small: count("small_payments"),
    ...cards,
  };
}

function isSeries(key: string | null): key is SeriesKind {
  return PAYMENT_SERIES.some(({ kind }) => kind === key);
}

/** Returns those payments in the requested period that are the third or later in their series. */
export function seriesPayments(rows: readonly CountRow[]): SeriesPayment[] {
  return rows.flatMap((row): SeriesPayment[] => {
    const { key, at, card_id: cardId, merchant, ids } = row;
    return row.section === "series" && isSeries(key) && at !== null && cardId !== null
      ? [
          {
            kind: key,
            at,
            cardId: wireId("card", cardId),
            merchantName: merchant ?? undefined,
            movementIds: (ids ?? []).map((id) => wireId("mov", id)),
          },
        ]
      : [];
  });
}

/** Returns the first payment in each country that is new in the requested period. */
export function firstPayments(firsts: readonly FirstRow[]): FirstPayment[] {
  return firsts.flatMap(({ time, country, at, card_id: cardId, id }): FirstPayment[] =>
    time === "current" && country !== null && at !== null && cardId !== null && id !== null
      ? [{ country, at, cardId: wireId("card", cardId), movementId: wireId("mov", id) }]
      : [],
  );
}

/** Returns price increases in the form that alerts use. */
export function raisedPrices(rises: readonly PriceRise[]): RaisedPrice[] {
  return rises.map(({ movementId, at, cardId, merchantName, currency, fromMinor, toMinor }) => ({
    rise: {
      from: formatAmount(fromMinor, currency),
      to: formatAmount(toMinor, currency),
      currency,
    },
    merchantName,
    at,
    cardId: wireId("card", cardId),
    movementId: wireId("mov", movementId),
  }));
}

/**
 * Returns the usual amounts in the currency with the most payments, or undefined if there are no
 * payments.
 */
export function usualOf(
  rows: readonly CountRow[],
  small: readonly { readonly currency: CurrencyCode; readonly minor: bigint }[],
): SuggestionFacts["usual"] {
  const approved = rows
    .filter(({ section }) => section === "approved_amount")
    .toSorted((a, b) => Number(b.count - a.count));
  const currency = approved[0]?.currency ?? null;
  const atMost = (key: string): bigint | null | undefined =>
    approved.find((row) => row.currency === currency && row.key === key)?.amount;
  const [middleMinor, largeMinor] = [atMost("50"), atMost("95")];
  const smallMinor = small.find((one) => one.currency === currency)?.minor;
  return currency === null || middleMinor == null || largeMinor == null || smallMinor === undefined
    ? undefined
    : { currency, middleMinor, largeMinor, smallMinor };
}
