import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Merchant, StepLabel } from "@tessera/contract/insights/bills.schemas";
import { houseAccount, type Leg, type Movement, type Result } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import { indebted, lockCard, repayDebt } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import {
  currencyOfCard,
  exchangeTerms,
  type PayingCard,
  priceOfSettled,
  refundTerms,
} from "../conversion/index.ts";
import { type Exchange, networkExchange, storedExchange } from "../decision/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import type { NetworkOutcome, PaymentRequest, StatedAmount } from "../messages/index.ts";
import { type NetworkMessage, oncePerMessage } from "../messages/index.ts";
import { countForcePost } from "../velocity/index.ts";
import { forcedPosting } from "./forced-posting.ts";

// Refunds and force posts ignore the expiry dates of the card and the message: an expired card
// can't start new payments, but the account behind it still exists (decision 0025).

/**
 * A message without a prior authorization: a refund or a force post. In minor units of the card's
 * currency.
 */
interface CardPosting {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly exchange?: Exchange | undefined;
  readonly merchant: Merchant;
  readonly labels?: readonly StepLabel[];
  /** The message's movement id in the ledger; generated if absent. */
  readonly movementId?: string;
}

type Kind = "refund" | "force_post";

/**
 * Posts a refund or a force post on the card with the given PAN, once per message.
 *
 * @throws Refusal `message_id_used`, `invalid_input` for more than the ledger can move
 */
export async function postWithoutAuthorization(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  how: { readonly kind: Kind; readonly message: NetworkMessage | undefined },
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const { currency } = request;
  const found = await cards.find(request.pan, now);
  return oncePerMessage(context, how.message, async (tx) => {
    const declined = (code: string) => ({
      movementId: request.movementId ?? newId(now),
      approved: false,
      code,
      amountMinor: 0n,
      currency: currencyOfCard(found, currency),
    });
    if (found === null) {
      return declined("card_not_found");
    }
    const price = await priceSettled(context, tx, found, request, how.kind);
    if ("unpriced" in price) {
      return declined(price.unpriced);
    }
    const { merchant, movementId } = request;
    const posting = { ...price, merchant, ...(movementId !== undefined && { movementId }) };
    return postWithoutAuthorizationWithin(context, tx, found, { ...posting, kind: how.kind });
  });
}

/** The amount of a posting in the card's currency. */
type Price = Pick<CardPosting, "amountMinor" | "currency" | "exchange">;

/**
 * Prices what the network has settled: a force post with our markup, a refund without. The last
 * accepted rates apply even if they are old, since the money has moved.
 *
 * @throws Refusal `invalid_input` for more than the ledger can move
 */
export async function priceSettled(
  context: AppContext,
  tx: Tx,
  card: PayingCard,
  { amountMinor, currency, billing }: StatedAmount,
  kind: Kind,
): Promise<Price | { readonly unpriced: DeclineCode }> {
  const { currency: cardCurrency } = card;
  if (currency === cardCurrency) {
    return { amountMinor, currency: cardCurrency };
  }
  if (billing?.currency === cardCurrency) {
    const exchange = networkExchange({ amountMinor, currency }, billing);
    return { amountMinor: billing.amountMinor, currency: cardCurrency, exchange };
  }
  const pair = { currency, cardCurrency };
  const quoted =
    kind === "refund"
      ? await refundTerms(context, tx, pair)
      : await exchangeTerms(context, tx, pair, { isForced: true });
  if ("unpriced" in quoted) {
    return quoted;
  }
  const priced = kind === "refund" ? "refund" : "purchase";
  const exchange = priceOfSettled(quoted.terms, amountMinor, priced);
  return { amountMinor: exchange.chargeMinor, currency: cardCurrency, exchange };
}

/** Posts a refund or a force post on a customer's card, in the card's currency. */
export async function postWithoutAuthorizationWithin(
  context: AppContext,
  tx: Tx,
  owner: { readonly customerId: string; readonly id: string },
  posting: CardPosting & { readonly kind: Kind },
): Promise<NetworkOutcome> {
  // Locks the card, because a concurrent closure would change which account receives the money.
  const card = await lockCard(tx, owner.customerId, owner.id);
  if (card === undefined) {
    throw new Error(`card ${owner.id} does not exist`);
  }
  const { currency, amountMinor } = posting;
  const movement = await movementOf(context, tx, card, posting);
  const result = await postSettled(context, tx, card, movement);
  const { id: movementId } = movement;
  if (result?.outcome !== "posted") {
    const reason = result?.outcome === "refused" ? result.reason : "no result";
    throw new Error(`the ledger refused a posting on card ${card.id}: ${reason}`);
  }
  await repayDebt(context, tx, indebted(card), movementId);
  return { movementId, approved: true, code: "approved", amountMinor, currency };
}

/**
 * Posts what the network has settled already. A stopped account takes it, too: the money has moved,
 * and only the ledger would not know. The account is opened to credits for this posting alone; its
 * row stays locked until the commit, so no other transaction sees it open (decision 0227).
 */
async function postSettled(
  { ledger }: AppContext,
  tx: Tx,
  card: CardRow,
  movement: Movement,
): Promise<Result | undefined> {
  const [result] = await ledger.post(tx, [movement]);
  if (result?.outcome !== "refused" || result.reason !== "blocked") {
    return result;
  }
  const { cardAccount: account } = indebted(card);
  const before = await ledger.setAccountStatus(tx, account, "debits_blocked");
  const [again] = await ledger.post(tx, [movement]);
  if (before !== undefined) {
    await ledger.setAccountStatus(tx, account, before);
  }
  return again;
}

async function movementOf(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  {
    kind,
    merchant,
    currency,
    labels,
    movementId,
    exchange,
    ...posting
  }: CardPosting & { readonly kind: Kind },
): Promise<Movement> {
  const now = context.clock.now();
  return {
    id: movementId ?? newId(now),
    customerId: card.customer_id,
    cardId: card.id,
    parentId: null,
    kind,
    status: "completed",
    currency,
    feeMinor: exchange?.feeMinor ?? 0n,
    title: merchant.name,
    data: {
      last4: card.last4,
      merchant,
      ...(labels !== undefined && { labels }),
      ...(exchange !== undefined && { exchange: storedExchange(exchange) }),
    },
    eventAt: now,
    clientKey: null,
    ...(kind === "refund"
      ? refundOf(card, currency, posting.amountMinor)
      : await forcePostOf(context, tx, card, merchant, {
          amountMinor: posting.amountMinor,
          feeMinor: exchange?.feeMinor ?? 0n,
          merchantCurrency: exchange?.currency,
        })),
  };
}

type MoneyFields = Pick<Movement, "amountMinor" | "legs" | "guards">;

function refundOf(card: CardRow, currency: CurrencyCode, amountMinor: bigint): MoneyFields {
  const debit = houseAccount("network_settlement", currency);
  const credit = indebted(card).cardAccount;
  // A refund in another currency may be worth nothing, and is recorded all the same.
  const legs: Leg[] = amountMinor === 0n ? [] : [{ type: "transfer", debit, credit, amountMinor }];
  return { amountMinor, legs };
}

async function forcePostOf(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  merchant: Merchant,
  {
    amountMinor,
    feeMinor,
    merchantCurrency,
  }: {
    readonly amountMinor: bigint;
    readonly feeMinor: bigint;
    readonly merchantCurrency: string | undefined;
  },
): Promise<MoneyFields> {
  return {
    amountMinor: -amountMinor,
    legs: forcedPosting(card, card.currency, { amountMinor, feeMinor }),
    guards: await countForcePost(context, tx, card, {
      merchant,
      merchantCurrency,
      totalMinor: amountMinor,
      moreMinor: amountMinor,
      isNew: true,
    }),
  };
}
