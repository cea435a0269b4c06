import type { RatesAnswer } from "@tessera/contract/money-movement/wallet.schemas";
import { CURRENCIES, formatRate } from "@tessera/money";
import { crossRate } from "./rates.policy.ts";
import type { CurrentRates } from "./rates-book.ts";

export function presentRates(rates: CurrentRates): RatesAnswer {
  const { sheet } = rates;
  const pairs = CURRENCIES.flatMap((base) =>
    CURRENCIES.filter((quote) => quote !== base).map((quote) => ({
      base,
      quote,
      rate: formatRate(crossRate(sheet.perEuro, base, quote)),
    })),
  );
  return {
    pairs,
    currencies: [...CURRENCIES, ...Object.keys(sheet.others ?? {})].sort(),
    source: sheet.source,
    ratedAt: sheet.ratedAt.toISOString(),
    refreshedAt: rates.refreshedAt.toISOString(),
    stale: rates.stale,
  };
}
