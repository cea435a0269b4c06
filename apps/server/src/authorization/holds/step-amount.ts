import { type CurrencyCode, feeOf } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { exchangeTerms, priceOfSettled, statedAmount } from "../conversion/index.ts";
import {
  type Exchange,
  type ExchangeTerms,
  merchantAmountFor,
  networkExchange,
  priceExchange,
  readExchangeTerms,
  readMerchantAmount,
  storedExchange,
} from "../decision/index.ts";
import { pendingMinorOf } from "./authorization-aggregate.ts";
import type { Authorization } from "./authorizations.repository.ts";

/** The amount of a step as the network states it, in wire format. */
export interface StepAmount {
  /** If absent, the full pending amount. */
  readonly amount?: string | undefined;
  /** The ISO 4217 code of the amount's currency; the card's if absent. */
  readonly currency?: string | undefined;
  /** The network's own amount in the card's currency. */
  readonly billing?: { readonly amount: string; readonly currency: CurrencyCode } | undefined;
}

/** The amount of a step in the card's currency, and in the merchant's. In minor units. */
export interface PricedStep {
  readonly amountMinor: bigint;
  /** The markup in the amount. */
  readonly feeMinor: bigint;
  /** Undefined for an authorization and a step in the card's currency. */
  readonly merchant?: { readonly amountMinor: bigint; readonly currency: string } | undefined;
  /** The exchange of this step; undefined if it is converted as the authorization was. */
  readonly exchange?: Exchange | undefined;
}

/** Returns the terms at which an authorization was converted; undefined in the card's currency. */
function termsOf({ exchange, currency }: Authorization): ExchangeTerms | undefined {
  return readExchangeTerms(exchange, currency);
}

/** Returns the merchant's pending amount, in minor units of the merchant's currency. */
export function merchantPendingOf({ exchange, merchantChangeMinor }: Authorization): bigint {
  const pendingMinor = (readMerchantAmount(exchange)?.amountMinor ?? 0n) + merchantChangeMinor;
  return pendingMinor > 0n ? pendingMinor : 0n;
}

/** Divides a product and rounds half up; zero if there is nothing to take a part of. */
function partOf(wholeMinor: bigint, numerator: bigint, denominator: bigint): bigint {
  return denominator === 0n ? 0n : (wholeMinor * numerator * 2n + denominator) / (denominator * 2n);
}

/** Returns the part of the authorization's markup that belongs to an amount of it. */
function feePartOf(
  { authorizedFeeMinor, authorizedMinor }: Authorization,
  amountMinor: bigint,
): bigint {
  return partOf(authorizedFeeMinor, amountMinor, authorizedMinor);
}

/** Returns how much more than an amount of the authorization is held; see `ExchangeTerms`. */
export function holdBufferOf(authorization: Authorization, amountMinor: bigint): bigint {
  return feeOf(amountMinor, termsOf(authorization)?.bufferBasisPoints ?? 0);
}

/** Returns the markup after a change of the authorized amount, for a status change. */
export function changedFee(authorization: Authorization, authorizedMinor: bigint) {
  return authorization.authorizedFeeMinor === 0n
    ? {}
    : { feeMinor: feePartOf(authorization, authorizedMinor) };
}

/**
 * Prices a step at the rate of its authorization, so that all of what is pending has exactly the
 * amount that the card shows as pending.
 */
function asAuthorized(authorization: Authorization, merchantMinor: bigint): PricedStep {
  const terms = termsOf(authorization);
  const pendingMinor = pendingMinorOf(authorization);
  const merchantPendingMinor = merchantPendingOf(authorization);
  if (terms === undefined) {
    return { amountMinor: pendingMinor, feeMinor: 0n };
  }
  const merchant = { amountMinor: merchantMinor, currency: terms.currency };
  if (pendingMinor === 0n) {
    const { chargeMinor, feeMinor } = priceExchange(terms, merchantMinor);
    return { amountMinor: chargeMinor, feeMinor, merchant };
  }
  if (merchantMinor > merchantPendingMinor) {
    // What exceeds the pending amount is priced by itself: a small amount's rate is imprecise.
    const { chargeMinor, feeMinor } = priceExchange(terms, merchantMinor - merchantPendingMinor);
    return {
      amountMinor: pendingMinor + chargeMinor,
      feeMinor: feePartOf(authorization, pendingMinor) + feeMinor,
      merchant,
    };
  }
  const amountMinor = partOf(pendingMinor, merchantMinor, merchantPendingMinor);
  return { amountMinor, feeMinor: feePartOf(authorization, amountMinor), merchant };
}

/**
 * Returns how much of what the merchant has pending belongs to an amount in the card's currency, in
 * minor units of the merchant's currency. What exceeds the pending amount is converted back at the
 * authorization's terms.
 */
function merchantShareOf(
  authorization: Authorization,
  terms: ExchangeTerms,
  amountMinor: bigint,
): bigint {
  const pendingMinor = pendingMinorOf(authorization);
  const merchantPendingMinor = merchantPendingOf(authorization);
  return amountMinor <= pendingMinor
    ? partOf(merchantPendingMinor, amountMinor, pendingMinor)
    : merchantPendingMinor + merchantAmountFor(terms, amountMinor - pendingMinor);
}

/** Prices a step that states an amount in the card's currency. */
function inCardCurrency(authorization: Authorization, amountMinor: bigint): PricedStep {
  const terms = termsOf(authorization);
  if (terms === undefined) {
    return { amountMinor, feeMinor: 0n };
  }
  const shareMinor = merchantShareOf(authorization, terms, amountMinor);
  return {
    amountMinor,
    feeMinor: terms.by === "network" ? 0n : feePartOf(authorization, amountMinor),
    merchant: { amountMinor: shareMinor, currency: terms.currency },
  };
}

/**
 * Prices a step that names no amount, and so is about all that is pending. Once the merchant's
 * amount has been cleared, nothing is left to clear, even if the rate had fallen by then; what is
 * still on hold can only be released.
 */
function allPending(
  authorization: Authorization,
  merchantMinor: bigint,
  at: "now" | "authorization",
): PricedStep {
  const terms = termsOf(authorization);
  if (terms === undefined || merchantMinor > 0n || at === "now") {
    return asAuthorized(authorization, merchantMinor);
  }
  const amountMinor = pendingMinorOf(authorization);
  const merchant = { amountMinor: 0n, currency: terms.currency };
  return { amountMinor, feeMinor: feePartOf(authorization, amountMinor), merchant };
}

function byExchange(exchange: Exchange): PricedStep {
  const { chargeMinor: amountMinor, feeMinor, merchantMinor, currency } = exchange;
  return { amountMinor, feeMinor, merchant: { amountMinor: merchantMinor, currency }, exchange };
}

/**
 * Prices a step of an authorization in the card's currency.
 *
 * @param at `now` for a clearing, which is converted at our terms of this moment if we converted
 * the authorization; `authorization` for a step that only changes what is pending
 * @throws Refusal `invalid_input` for an invalid amount, or for a currency without a rate
 */
export async function priceStep(
  context: AppContext,
  tx: Tx,
  authorization: Authorization,
  stated: StepAmount,
  at: "now" | "authorization",
): Promise<PricedStep> {
  const { currency: cardCurrency } = authorization;
  const terms = termsOf(authorization);
  if (stated.amount === undefined) {
    const merchantMinor = merchantPendingOf(authorization);
    return at === "now" && terms?.by === "program" && merchantMinor > 0n
      ? converted(context, tx, authorization, { amountMinor: merchantMinor, ...terms })
      : allPending(authorization, merchantMinor, at);
  }
  const { amount, currency = cardCurrency, billing } = stated;
  if (currency === cardCurrency) {
    return inCardCurrency(authorization, requireAmount(amount, cardCurrency));
  }
  const { billing: billed, ...merchant } = statedAmount({ amount, currency, billing });
  if (billed?.currency === cardCurrency) {
    return byExchange(networkExchange(merchant, billed));
  }
  const isLikeAuthorization = terms?.currency === currency;
  return isLikeAuthorization && (at === "authorization" || terms.by === "network")
    ? asAuthorized(authorization, merchant.amountMinor)
    : converted(context, tx, authorization, merchant);
}

/**
 * Converts an amount at our terms of this moment. The merchant must be paid, so without a rate, the
 * authorization's applies.
 */
async function converted(
  context: AppContext,
  tx: Tx,
  authorization: Authorization,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: string },
): Promise<PricedStep> {
  const pair = { currency, cardCurrency: authorization.currency };
  const quoted = await exchangeTerms(context, tx, pair, { isForced: true });
  if ("terms" in quoted) {
    return byExchange(priceOfSettled(quoted.terms, amountMinor));
  }
  if (termsOf(authorization)?.currency === currency) {
    return asAuthorized(authorization, amountMinor);
  }
  throw new Refusal("invalid_input", { fields: [{ path: "currency", code: "not_allowed" }] });
}

/**
 * Returns by how much a step changes what the merchant has pending, without its sign, in minor
 * units of the authorization's merchant currency: also for a step in another currency, so that
 * nothing is cleared twice or never. Undefined if the authorization was not converted.
 */
export function merchantChangeOf(
  authorization: Authorization,
  { amountMinor, merchant }: PricedStep,
): bigint | undefined {
  const terms = termsOf(authorization);
  if (terms === undefined) {
    return undefined;
  }
  return merchant?.currency === terms.currency
    ? merchant.amountMinor
    : merchantShareOf(authorization, terms, amountMinor);
}

/** Returns whether a step is about more than is pending. */
export function exceedsPending(authorization: Authorization, step: PricedStep): boolean {
  const changeMinor = merchantChangeOf(authorization, step);
  return changeMinor === undefined
    ? step.amountMinor > pendingMinorOf(authorization)
    : changeMinor > merchantPendingOf(authorization);
}

/** Returns the part of a merchant's amount that belongs to one of two movements. In minor units. */
type Share = (wholeMinor: bigint) => bigint;

/**
 * Divides a step's merchant amount between the two movements that settle it. Both parts add up to
 * the whole.
 *
 * @param firstMinor what the first movement settles, in minor units of the card's currency
 */
export function sharesOf(
  { amountMinor }: PricedStep,
  firstMinor: bigint,
): { readonly first: Share; readonly rest: Share } {
  const first: Share = (wholeMinor) => partOf(wholeMinor, firstMinor, amountMinor);
  return { first, rest: (wholeMinor) => wholeMinor - first(wholeMinor) };
}

/**
 * Returns the part of a step's data that records its exchange: the merchant's amount, by how much
 * it changes what the merchant still has pending, and the rate if it is a new one.
 *
 * @param share the movement's part of a step that two movements settle
 */
export function stepExchangeData(
  authorization: Authorization,
  step: PricedStep,
  sign: 1n | -1n,
  share: Share = (wholeMinor) => wholeMinor,
) {
  const { exchange } = step;
  const changeMinor = merchantChangeOf(authorization, step);
  const currency = termsOf(authorization)?.currency;
  const merchant =
    step.merchant ??
    (changeMinor === undefined || currency === undefined
      ? undefined
      : { amountMinor: changeMinor, currency });
  if (merchant === undefined) {
    return {};
  }
  return {
    exchange: {
      ...(exchange === undefined ? { currency: merchant.currency } : storedExchange(exchange)),
      amountMinor: share(merchant.amountMinor).toString(),
      ...(changeMinor !== undefined && { change: (sign * share(changeMinor)).toString() }),
    },
  };
}
