import type {
  ExchangeQuote,
  QuoteExchangeBody,
} from "@tessera/contract/money-movement/exchange.schemas";
import { type CurrencyCode, parseAmount } from "@tessera/money";
import { accountOf, requireNotClosed } from "../../identity/people/index.ts";
import { isOnSecurityHold } from "../../identity/security-hold/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { crossRate, exchangeSpread, ratesBook } from "../rates/index.ts";
import { presentQuote } from "./exchange.presenter.ts";
import { customerRate, exchangedAmounts, QUOTE_LIFETIME_MS } from "./exchange-terms.policy.ts";
import { insertQuote } from "./exchanges.repository.ts";
import type { QuoteRow } from "./exchanges.tables.ts";
import { positionCeilings } from "./open-position.ts";

type Asked = QuoteExchangeBody & { readonly customerId: string };

/** Returns the side that the customer fixed, and its amount. */
function fixedBy({ from, to, sell, buy }: Asked) {
  const [side, text, currency] =
    sell === undefined ? (["buy", buy ?? "", to] as const) : (["sell", sell, from] as const);
  const amountMinor = parseAmount(text, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: side, code: "malformed_amount" }] });
  }
  return { side, amountMinor };
}

async function availableIn(context: AppContext, tx: Tx, customerId: string, code: CurrencyCode) {
  const [balance] = await context.ledger.balances(tx, [await accountOf(tx, customerId, code)]);
  return balance?.availableMinor ?? 0n;
}

/**
 * Computes what leaves one of a customer's accounts and arrives in another, and stores the quote,
 * which is valid for a minute. The exchange moves exactly these amounts. The rates must be current:
 * rates that are old, held back or have jumped price nothing.
 *
 * @throws Refusal `exchange_out_of_bounds`, `exchange_paused`, `insufficient_funds`, `not_offered`,
 * `rates_unavailable`, `rates_not_current`, `withdrawals_on_hold`, `account_closed`
 */
export async function quoteExchange(context: AppContext, asked: Asked): Promise<ExchangeQuote> {
  const { customerId, from, to } = asked;
  const tx = context.db.kysely;
  await requireNotClosed(tx, customerId);
  if (await isOnSecurityHold(tx, customerId)) {
    throw new Refusal("withdrawals_on_hold");
  }
  const { side, amountMinor } = fixedBy(asked);
  const sheet = await context.use(ratesBook).priceable(tx);
  const now = context.clock.now();
  const terms = {
    soldPerEuro: sheet.perEuro[from],
    boughtPerEuro: sheet.perEuro[to],
    spreadBasisPoints: await exchangeSpread(context, tx, sheet),
  };
  const rateScaled = customerRate(terms);
  const amounts = exchangedAmounts(side, amountMinor, rateScaled);
  if (amounts === undefined) {
    throw new Refusal("exchange_out_of_bounds");
  }
  const { soldMinor, boughtMinor } = amounts;
  const fromMinor = await availableIn(context, tx, customerId, from);
  if (soldMinor > fromMinor) {
    throw new Refusal("insufficient_funds", {
      funds: { availableMinor: fromMinor, neededMinor: soldMinor, currency: from },
    });
  }
  const exchanged = { soldCurrency: from, soldMinor, boughtCurrency: to, boughtMinor };
  await positionCeilings(context, tx, exchanged, sheet.perEuro);
  const quote: QuoteRow = {
    id: newId(now),
    customer_id: customerId,
    bought_movement_id: newId(now),
    fixed_side: side,
    sold_currency: from,
    sold_minor: soldMinor,
    bought_currency: to,
    bought_minor: boughtMinor,
    sold_per_euro: terms.soldPerEuro,
    bought_per_euro: terms.boughtPerEuro,
    mid_scaled: crossRate(sheet.perEuro, from, to),
    rate_scaled: rateScaled,
    spread_basis_points: terms.spreadBasisPoints,
    rate_source: sheet.source,
    rated_at: sheet.ratedAt,
    created_at: now,
    expires_at: new Date(now.getTime() + QUOTE_LIFETIME_MS),
  };
  await insertQuote(tx, quote);
  const toMinor = await availableIn(context, tx, customerId, to);
  return presentQuote(quote, { fromMinor, toMinor });
}
