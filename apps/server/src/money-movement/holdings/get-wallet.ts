import type { Wallet } from "@tessera/contract/money-movement/wallet.schemas";
import {
  CURRENCIES,
  type CurrencyCode,
  formatAmount,
  formatRate,
  RATE_SCALE,
} from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { crossRate, type PerEuro, ratesBook } from "../rates/index.ts";
import { type Holding, selectHoldings } from "./holdings.repository.ts";
import { convertedTotal } from "./wallet-total.policy.ts";

function presentBalance(currency: CurrencyCode, holdings: readonly Holding[]) {
  const own = holdings.filter((one) => one.kind === "account" && one.currency === currency);
  const posted = own.reduce((sum, one) => sum + one.postedMinor, 0n);
  const held = own.reduce((sum, one) => sum + one.heldMinor, 0n);
  return {
    currency,
    available: formatAmount(posted - held, currency),
    held: formatAmount(held, currency),
  };
}

/**
 * Returns totals in one currency. A total is null if it involves another currency and there are no
 * rates.
 */
function totalsOf(
  holdings: readonly Holding[],
  currency: CurrencyCode,
  perEuro: PerEuro | undefined,
): Pick<Wallet, "total" | "cards" | "account"> {
  const isForeign = (one: Holding) => one.currency !== currency && one.postedMinor !== 0n;
  if (perEuro === undefined && holdings.some(isForeign)) {
    return { total: null, cards: null, account: null };
  }
  const rateOf = (from: CurrencyCode, to: CurrencyCode) =>
    perEuro === undefined ? RATE_SCALE : crossRate(perEuro, from, to);
  const sumOf = (kinds: readonly Holding["kind"][]) =>
    convertedTotal(
      holdings.filter((one) => kinds.includes(one.kind)),
      currency,
      rateOf,
    );
  const cards = sumOf(["card", "debt"]);
  const account = sumOf(["account", "account_debt"]);
  return {
    total: formatAmount(cards + account, currency),
    cards: formatAmount(cards, currency),
    account: formatAmount(account, currency),
  };
}

/**
 * Returns a customer's money in accounts and on cards, minus debts, with totals converted to
 * `currency` for display. The total equals the sum of the assets from `listAssets`, except for
 * rounding.
 */
export async function getWallet(
  context: AppContext,
  input: { customerId: string; currency: CurrencyCode },
): Promise<Wallet> {
  const { currency } = input;
  const [holdings, rates] = await Promise.all([
    selectHoldings(context.db.kysely, input.customerId),
    context.use(ratesBook).known(),
  ]);
  const perEuro = rates?.sheet.perEuro;
  return {
    ...totalsOf(holdings, currency, perEuro),
    currency,
    balances: CURRENCIES.map((one) => presentBalance(one, holdings)),
    rate: perEuro === undefined ? null : formatRate(crossRate(perEuro, "USD", currency)),
    ratedAt: rates?.sheet.ratedAt.toISOString() ?? null,
  };
}
