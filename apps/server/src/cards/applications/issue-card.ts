import { parseAmount } from "@tessera/money";
import type { IssuedCard } from "../../adapters/issuer/issuer.port.ts";
import { accountOf, requireNoClosing } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { CardOrder } from "../issuance/index.ts";
import {
  KeyUsedError,
  keepNumber,
  openingMovement,
  postFee,
  takeFromStock,
} from "../issuance/index.ts";
import { insertCard, type NewCard } from "../lifecycle/index.ts";
import { type SegmentFees, segmentFeesAt } from "../pricing/index.ts";
import { type ApplicationWithSegment, insertApplication } from "./applications.repository.ts";

/**
 * Writes an issued card together with its accounts, number, application, stock and opening fee.
 *
 * @throws Refusal `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`
 * @throws NumberTakenError
 * @throws KeyUsedError
 */
export function issueCard(
  context: AppContext,
  order: CardOrder,
  issued: IssuedCard,
): Promise<ApplicationWithSegment> {
  return inTransaction(context.db, (tx) => issueCardWithin(context, tx, order, issued));
}

/** Writes an issued card inside a transaction, like {@link issueCard}. */
export async function issueCardWithin(
  context: AppContext,
  tx: Tx,
  order: CardOrder,
  issued: IssuedCard,
): Promise<ApplicationWithSegment> {
  const { segment } = order;
  await requireNoClosing(tx, order.customerId);
  const fees = await segmentFeesAt(tx, order.now, segment);
  if (parseAmount(order.openingFee, segment.currency) !== fees.cardOpeningFeeMinor) {
    throw new Refusal("price_changed");
  }
  const fundingAccount = await accountOf(tx, order.customerId, segment.currency);
  await keepCard(context, tx, order, issued, fundingAccount);
  const application = applicationOf(order, fees);
  if (!(await insertApplication(tx, application))) {
    throw new KeyUsedError();
  }
  // This comes last because, from here on, every other applicant for this segment has to wait for
  // this row's lock.
  if (!(await takeFromStock(tx, segment.id))) {
    throw new Refusal("segment_out_of_stock");
  }
  const feeMinor = fees.cardOpeningFeeMinor;
  await postFee(context, tx, openingMovement(order, fundingAccount, feeMinor, issued.last4));
  const { network, type, currency } = segment;
  return { ...application, network, type, currency };
}

/**
 * Writes an issued card with its accounts and its PAN.
 *
 * @throws NumberTakenError
 * @throws KeyUsedError
 */
export async function keepCard(
  context: AppContext,
  tx: Tx,
  order: CardOrder,
  issued: IssuedCard,
  fundingAccount: bigint,
): Promise<void> {
  await insertCard(tx, await newCard(context, tx, order, issued, fundingAccount));
  await keepNumber(context, tx, order, issued);
}

async function newCard(
  context: AppContext,
  tx: Tx,
  order: CardOrder,
  issued: IssuedCard,
  fundingAccount: bigint,
): Promise<NewCard> {
  const { customerId, segment, cardId } = order;
  const { currency } = segment;
  const [cardAccount, receivableAccount] = await context.ledger.openAccounts(tx, [
    { customerId, kind: "card", currency },
    { customerId, kind: "receivable", currency },
  ]);
  if (cardAccount === undefined || receivableAccount === undefined) {
    throw new Error("the ledger opened no accounts");
  }
  return {
    id: cardId,
    customer_id: customerId,
    segment_id: segment.id,
    card_account: cardAccount,
    funding_account: fundingAccount,
    receivable_account: receivableAccount,
    nickname: order.nickname ?? null,
    network: segment.network,
    type: segment.type,
    currency,
    last4: issued.last4,
    expiry_month: issued.expiryMonth,
    expiry_year: issued.expiryYear,
    per_transaction_limit_minor: segment.per_transaction_limit_minor,
    daily_limit_minor: segment.daily_limit_minor,
    monthly_limit_minor: segment.monthly_limit_minor,
    billing_address: issued.billingAddress,
    created_at: order.now,
    usage: order.usage,
    locked_merchant_key: order.mandate?.merchantKey ?? null,
    locked_merchant_name: order.mandate?.merchantName ?? null,
    mandate_id: order.mandate?.id ?? null,
    schedule: null,
    blocks_foreign: false,
    predecessors: [],
  };
}

function applicationOf(order: CardOrder, fees: SegmentFees) {
  return {
    id: order.applicationId,
    customer_id: order.customerId,
    segment_id: order.segment.id,
    nickname: order.nickname ?? null,
    opening_fee_minor: fees.cardOpeningFeeMinor,
    fee_schedule_version: fees.version,
    status: "completed" as const,
    card_id: order.cardId,
    client_key: order.clientKey,
    usage: order.usage,
    billing_address: null,
    hold_id: null,
    created_at: order.now,
  };
}
