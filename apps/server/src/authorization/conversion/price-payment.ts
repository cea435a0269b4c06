import type { DeclineCode } from "@tessera/contract/errors/declines";
import { type CurrencyCode, MAX_AMOUNT_MINOR } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  type Exchange,
  type ExchangeTerms,
  type MerchantAmount,
  networkExchange,
  priceExchange,
  priceRefund,
} from "../decision/index.ts";
import type { PaymentRequest, StatedAmount } from "../messages/index.ts";
import { exchangeTerms } from "./exchange-terms.ts";

/** The card that pays, as far as a conversion depends on it. */
export interface PayingCard {
  readonly currency: CurrencyCode;
}

/** The price of a payment on a card. */
export interface Price {
  /** In minor units of the card's currency; zero if the payment could not be converted. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  /** The merchant's amount, if the merchant asks in another currency. */
  readonly merchantAmount?: MerchantAmount | undefined;
  readonly exchange?: Exchange | undefined;
  /** Why the merchant's amount could not be converted. */
  readonly unpriced?: DeclineCode | undefined;
}

/**
 * Prices what the network has settled, which moves whatever the card has.
 *
 * @throws Refusal `invalid_input` for more than the ledger can move
 */
export function priceOfSettled(
  terms: ExchangeTerms,
  merchantMinor: bigint,
  kind: "purchase" | "refund" = "purchase",
): Exchange {
  const price = kind === "refund" ? priceRefund : priceExchange;
  const exchange = price(terms, merchantMinor);
  if (exchange.chargeMinor > MAX_AMOUNT_MINOR) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "out_of_range" }] });
  }
  return exchange;
}

/** A payment request with its price on the card. */
export type AskedPayment = Omit<PaymentRequest, keyof StatedAmount> & Price;

/**
 * Prices a payment request on a card. The network's amount in the card's currency applies if it
 * states one; otherwise, we convert the merchant's amount at our own terms. A payment in the card's
 * currency needs neither a query nor a rate.
 */
export async function askedOnCard(
  context: AppContext,
  card: PayingCard,
  { amountMinor, currency, billing, ...request }: PaymentRequest,
): Promise<AskedPayment> {
  const price = await priceOnCard(context, card, { amountMinor, currency, billing });
  return { ...request, ...price };
}

/** Prices a stated amount on a card; see {@link askedOnCard}. */
export async function priceOnCard(
  context: AppContext,
  { currency: cardCurrency }: PayingCard,
  { amountMinor, currency, billing }: StatedAmount,
  tx: Tx = context.db.urgent.kysely,
): Promise<Price> {
  if (currency === cardCurrency) {
    return { amountMinor, currency: cardCurrency };
  }
  const merchantAmount = { amountMinor, currency };
  const unpriced = { amountMinor: 0n, currency: cardCurrency, merchantAmount };
  if (amountMinor === 0n && (billing === undefined || billing.amountMinor === 0n)) {
    // An account verification moves no money, so it needs no rate.
    return unpriced;
  }
  if (billing !== undefined) {
    if (billing.currency !== cardCurrency) {
      return { ...unpriced, unpriced: "currency_unsupported" };
    }
    const exchange = networkExchange(merchantAmount, billing);
    return { ...unpriced, amountMinor: billing.amountMinor, exchange };
  }
  const quoted = await exchangeTerms(context, tx, { currency, cardCurrency });
  if ("unpriced" in quoted) {
    return { ...unpriced, unpriced: quoted.unpriced };
  }
  const exchange = priceExchange(quoted.terms, amountMinor);
  return { ...unpriced, amountMinor: exchange.chargeMinor, exchange };
}
