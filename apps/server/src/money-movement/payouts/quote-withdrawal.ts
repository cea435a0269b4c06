import type {
  QuoteWithdrawalBody,
  WithdrawalQuote,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { CurrencyCode } from "@tessera/money";
import { answerOf, requireOffered } from "../../adapters/providers/require-offered.ts";
import { periodIn } from "../../authorization/decision/index.ts";
import { isFlagged } from "../../back-office/cases/index.ts";
import { programSettings } from "../../back-office/program/index.ts";
import { feeScheduleAt } from "../../cards/pricing/index.ts";
import { accountOf } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { requireRoomFor } from "../exchange/index.ts";
import { priceUsdt } from "../rates/index.ts";
import { isAddressProven, selectAddress } from "./addresses/addresses.repository.ts";
import { lookalikesInBook } from "./addresses/check-address.ts";
import { payoutsOf } from "./send/payouts.ts";
import { limitWindow } from "./withdrawal-movements.ts";
import {
  countedOf,
  needsTwo,
  priceWithdrawal,
  QUOTE_LIFETIME_MS,
  reviewReasons,
  type WithdrawalPrice,
} from "./withdrawal-terms.policy.ts";
import { presentQuote } from "./withdrawals.presenter.ts";
import { insertQuote, selectCounted, selectCustomerSince } from "./withdrawals.repository.ts";
import type { AddressRow, QuoteRow } from "./withdrawals.tables.ts";

/**
 * Lists the reasons why operators would review a withdrawal as quoted, based on the current
 * thresholds. Empty if there are none.
 */
export async function reasonsOf(
  context: AppContext,
  tx: Tx,
  { quote, address }: { readonly quote: QuoteRow; readonly address: AddressRow },
) {
  const { customer_id: customerId, network } = quote;
  const now = context.clock.now();
  const [settings, since, isProven, flagged] = await Promise.all([
    programSettings(context, tx),
    selectCustomerSince(tx, customerId),
    isAddressProven(tx, { customerId, network, address: quote.address }),
    isFlagged(tx, customerId),
  ]);
  const { day } = periodIn(context.config.timeZone, now);
  const earlier = await selectCounted(tx, { customerId, window: limitWindow(day) });
  // Many small withdrawals count as one large withdrawal, so that splitting them cannot evade a
  // review.
  const countedMinor = earlier.amountMinor + limitMinorOf(quote);
  const facts = {
    countedMinor,
    customerSince: since ?? now,
    addressSince: address.created_at,
    isAddressProven: isProven,
    isFlagged: flagged,
    now,
  };
  return {
    reasons: reviewReasons(facts, settings.withdrawal),
    needsTwo: needsTwo(countedMinor, settings.withdrawal),
  };
}

/** Returns the amount, in US cents, by which a withdrawal counts toward its daily limit. */
export function limitMinorOf(quote: QuoteRow): bigint {
  return countedOf(quote.total_minor, quote.rate_scaled);
}

/**
 * Refuses an address that is still in its waiting period.
 *
 * @throws Refusal `address_cooling`
 */
export function requireUsable(address: AddressRow, now: Date): void {
  if (address.usable_at > now) {
    throw new Refusal("address_cooling");
  }
}

/**
 * Requires that a withdrawal stays within the limit of the open position.
 *
 * @throws Refusal `exchange_paused`, `not_offered`, `rates_unavailable`
 */
export function requirePositionFor(
  context: AppContext,
  tx: Tx,
  {
    currency,
    amountMinor,
    networkFeeMinor,
    receiveMinor,
  }: WithdrawalPrice & {
    readonly currency: CurrencyCode;
    readonly amountMinor: bigint;
  },
): Promise<void> {
  return requireRoomFor(context, tx, {
    ...{ soldCurrency: currency, soldMinor: amountMinor + networkFeeMinor },
    ...{ boughtCurrency: "USD", boughtMinor: receiveMinor },
  });
}

/**
 * Computes a withdrawal's cost and the amount that arrives, and stores the quote, which is valid
 * for five minutes. The withdrawal uses exactly these amounts.
 *
 * @throws Refusal `not_found`, `address_cooling`, `withdrawal_out_of_bounds`, `insufficient_funds`,
 * `exchange_paused`,
 * `rates_unavailable`, `not_offered`, `provider_unavailable`, `rates_not_current`, `asset_depegged`
 */
export async function quoteWithdrawal(
  context: AppContext,
  input: QuoteWithdrawalBody & { readonly customerId: string },
): Promise<WithdrawalQuote> {
  const { customerId, currency = "USD" } = input;
  const tx = context.db.kysely;
  const now = context.clock.now();
  const payouts = payoutsOf(context);
  const id = parseId("pad", input.addressId);
  const address = id === undefined ? undefined : await selectAddress(tx, { id, customerId });
  if (address === undefined) {
    throw new Refusal("not_found");
  }
  requireUsable(address, now);
  const amountMinor = requireAmount(input.amount, currency);
  const [terms, fees, priced, account] = await Promise.all([
    answerOf(payouts.terms()),
    feeScheduleAt(tx, now),
    priceUsdt(context, tx, { currency, side: "withdrawal" }),
    accountOf(tx, customerId, currency),
  ]);
  const feeBasisPoints = fees.withdrawalBasisPoints;
  const { rateScaled } = priced;
  const network = requireOffered(terms.get(address.network), `payouts on ${address.network}`);
  const price = priceWithdrawal({ amountMinor, feeBasisPoints, rateScaled, network });
  if (price === undefined) {
    throw new Refusal("withdrawal_out_of_bounds");
  }
  const [balance] = await context.ledger.balances(tx, [account]);
  const availableMinor = balance?.availableMinor ?? 0n;
  if (price.totalMinor > availableMinor) {
    throw new Refusal("insufficient_funds", { internal: "quote of a withdrawal" });
  }
  await requirePositionFor(context, tx, { currency, ...price, amountMinor });
  const quote: QuoteRow = {
    id: newId(now),
    customer_id: customerId,
    address_id: address.id,
    asset: "USDT",
    network: address.network,
    address: address.address,
    currency,
    amount_minor: amountMinor,
    fee_minor: price.feeMinor,
    fee_basis_points: feeBasisPoints,
    fee_schedule_version: fees.version,
    network_fee_minor: price.networkFeeMinor,
    network_cost_minor: network.costMinor,
    confirmations_required: network.confirmationsRequired,
    total_minor: price.totalMinor,
    rate_scaled: rateScaled,
    rated_at: priced.ratedAt,
    rate_source: priced.source,
    spread_basis_points: priced.spreadBasisPoints,
    receive_minor: price.receiveMinor,
    created_at: now,
    expires_at: new Date(now.getTime() + QUOTE_LIFETIME_MS),
  };
  const { reasons } = await reasonsOf(context, tx, { quote, address });
  const lookalikes = await lookalikesInBook(tx, { customerId, address: address.address });
  await insertQuote(tx, quote);
  const needsReview = reasons.length > 0;
  return presentQuote(quote, { availableMinor, needsReview, lookalikes });
}
