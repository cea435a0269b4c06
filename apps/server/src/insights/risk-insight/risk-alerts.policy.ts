import type {
  RiskAlert,
  RiskAlertKind,
} from "@tessera/contract/authorization/risk-insight.schemas";
import type { SeriesKind } from "./payment-series.policy.ts";

/**
 * A payment that is the third or later in its series, with the last three payments in the series,
 * newest last.
 */
export interface SeriesPayment {
  readonly kind: SeriesKind;
  readonly at: Date;
  readonly cardId: string;
  readonly merchantName: string | undefined;
  readonly movementIds: readonly string[];
}

/** A customer's first payment in a country. */
export interface FirstPayment {
  readonly country: string;
  readonly at: Date;
  readonly cardId: string;
  readonly movementId: string;
}

/** The first payment to a merchant after a price increase. */
export interface RaisedPrice {
  readonly rise: NonNullable<RiskAlert["rise"]>;
  readonly merchantName: string;
  readonly at: Date;
  readonly cardId: string;
  readonly movementId: string;
}

const MAX_ALERTS = 20;
/** Maximum number of payments that an alert lists. For a longer series, it lists the last ones. */
const MAX_NAMED = 10;

interface Series extends Omit<SeriesPayment, "movementIds"> {
  readonly movementIds: ReadonlySet<string>;
}

function isOf(series: Series, payment: SeriesPayment): boolean {
  return (
    series.kind === payment.kind && payment.movementIds.some((id) => series.movementIds.has(id))
  );
}

/** Merges payments into one series if they share any of their last three payments. */
function joined(payments: readonly SeriesPayment[]): Series[] {
  const found: Series[] = [];
  for (const payment of payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const place = found.findLastIndex((series) => isOf(series, payment));
    const former = found[place];
    const movementIds = new Set([...(former?.movementIds ?? []), ...payment.movementIds]);
    if (former === undefined) {
      found.push({ ...payment, movementIds });
    } else {
      found[place] = { ...payment, movementIds };
    }
  }
  return found;
}

/** Removes any series of declines whose payments all belong to a series of wrong card details. */
function distinct(series: readonly Series[]): Series[] {
  const wrong = series.filter(({ kind }) => kind === "wrong_details");
  return series.filter(
    ({ kind, movementIds }) =>
      kind !== "repeated_declines" ||
      !wrong.some((one) => [...movementIds].every((id) => one.movementIds.has(id))),
  );
}

function seriesAlert({ kind, at, cardId, merchantName, movementIds }: Series): RiskAlert {
  const ids = [...movementIds];
  return {
    id: `${kind}:${ids[0] ?? ""}`,
    kind,
    at: at.toISOString(),
    cardId,
    count: ids.length,
    ...(merchantName !== undefined && kind === "repeated_declines" && { merchantName }),
    movementIds: ids.slice(-MAX_NAMED),
  };
}

function single(
  kind: RiskAlertKind,
  { at, cardId, movementId }: Pick<FirstPayment, "at" | "cardId" | "movementId">,
): RiskAlert {
  const id = `${kind}:${movementId}`;
  return { id, kind, at: at.toISOString(), cardId, count: 1, movementIds: [movementId] };
}

/** Returns the alerts, newest first. */
export function riskAlerts(
  series: readonly SeriesPayment[],
  firsts: readonly FirstPayment[],
  raised: readonly RaisedPrice[],
): RiskAlert[] {
  const countries = firsts.map((first) => ({
    ...single("first_country", first),
    country: first.country,
  }));
  const prices = raised.map(({ rise, merchantName, ...payment }) => ({
    ...single("price_rise", payment),
    merchantName,
    rise,
  }));
  return [...distinct(joined(series)).map(seriesAlert), ...countries, ...prices]
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MAX_ALERTS);
}
