import type { Wallet } from "@tessera/contract/wallet/wallet.schemas";
import { CURRENCIES, type CurrencyCode, formatAmount, formatRate } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { type Holding, selectHoldings } from "./holdings.repository.ts";
import { crossRate } from "./rates.policy.ts";
import { ratesOf } from "./rates-book.ts";
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
 * What a customer has on accounts and cards, less what cards owe, with totals converted to
 * `currency` for display. It is the sum of what `listAssets` lists, but for rounding.
 */
export async function getWallet(
  context: AppContext,
  input: { customerId: string; currency: CurrencyCode },
): Promise<Wallet> {
  const { currency } = input;
  const [holdings, rates] = await Promise.all([
    selectHoldings(context.db.kysely, input.customerId),
    ratesOf(context).current(),
  ]);
  const { perEuro, ratedAt } = rates.sheet;
  const sumOf = (kinds: readonly Holding["kind"][]) =>
    convertedTotal(
      holdings.filter((one) => kinds.includes(one.kind)),
      currency,
      perEuro,
    );
  const cards = sumOf(["card", "debt"]);
  const account = sumOf(["account"]);
  return {
    total: formatAmount(cards + account, currency),
    currency,
    cards: formatAmount(cards, currency),
    account: formatAmount(account, currency),
    balances: CURRENCIES.map((one) => presentBalance(one, holdings)),
    rate: formatRate(crossRate(perEuro, "USD", currency)),
    ratedAt: ratedAt.toISOString(),
  };
}
