import type {
  Exchange,
  ExchangeQuote,
  OpenPositions as WirePositions,
} from "@tessera/contract/money-movement/exchange.schemas";
import { type CurrencyCode, formatAmount, formatRate } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { ExchangeRow, QuoteRow } from "./exchanges.tables.ts";
import type { Turnover } from "./open-position.policy.ts";
import type { OpenPositions } from "./open-position.ts";

function presentTerms(row: Omit<QuoteRow, "expires_at">) {
  return {
    from: row.sold_currency,
    to: row.bought_currency,
    soldAmount: formatAmount(row.sold_minor, row.sold_currency),
    boughtAmount: formatAmount(row.bought_minor, row.bought_currency),
    midRate: formatRate(row.mid_scaled),
    rate: formatRate(row.rate_scaled),
    spreadBasisPoints: row.spread_basis_points,
    rateSource: row.rate_source,
    ratedAt: row.rated_at.toISOString(),
  };
}

/** @param available what the two accounts have available before the exchange, in minor units */
export function presentQuote(
  row: QuoteRow,
  available: { readonly fromMinor: bigint; readonly toMinor: bigint },
): ExchangeQuote {
  const fromAfterMinor = available.fromMinor - row.sold_minor;
  const toAfterMinor = available.toMinor + row.bought_minor;
  return {
    quoteId: wireId("quo", row.id),
    ...presentTerms(row),
    fromBalanceAfter: formatAmount(fromAfterMinor, row.sold_currency),
    toBalanceAfter: formatAmount(toAfterMinor, row.bought_currency),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function presentExchange(row: ExchangeRow): Exchange {
  return {
    id: wireId("exc", row.id),
    ...presentTerms(row),
    soldMovementId: wireId("mov", row.id),
    boughtMovementId: wireId("mov", row.bought_movement_id),
    createdAt: row.created_at.toISOString(),
  };
}

const NOTHING: Turnover = { soldMinor: 0n, boughtMinor: 0n };

/** Returns how much of a limit a position uses, in percent with one decimal. */
export function usedPercent(dollarsMinor: bigint, limitMinor: bigint): number {
  if (limitMinor === 0n) {
    return dollarsMinor === 0n ? 0 : 100;
  }
  const perMille = (dollarsMinor * 1_000n) / limitMinor;
  return Number(perMille) / 10;
}

export function presentOpenPositions(
  { limitMinor, spreadBasisPoints, positions }: OpenPositions,
  volumes: ReadonlyMap<CurrencyCode, Turnover>,
): WirePositions {
  return {
    limit: formatAmount(limitMinor, "USD"),
    spreadBasisPoints,
    positions: positions.map(({ currency, positionMinor, dollarsMinor }) => {
      const { soldMinor, boughtMinor } = volumes.get(currency) ?? NOTHING;
      return {
        currency,
        position: formatAmount(positionMinor, currency),
        dollars: dollarsMinor === undefined ? null : formatAmount(dollarsMinor, "USD"),
        usedPercent: dollarsMinor === undefined ? null : usedPercent(dollarsMinor, limitMinor),
        soldLastDay: formatAmount(soldMinor, currency),
        boughtLastDay: formatAmount(boughtMinor, currency),
      };
    }),
  };
}
