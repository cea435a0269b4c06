import { parseAmount } from "@tessera/money";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { IssuedCard } from "../../providers/issuer/issuer.port.ts";
import { accountOf } from "../accounts/index.ts";
import { insertCard, type NewCard } from "../cards/index.ts";
import { type FeeSchedule, feeScheduleAt } from "../legal/index.ts";
import { type ApplicationWithSegment, insertApplication } from "./applications.repository.ts";
import { billingAddressFor } from "./billing-address.policy.ts";
import type { CardOrder } from "./card-order.ts";
import { openingMovement } from "./opening-movement.ts";
import { takeFromStock } from "./segments.repository.ts";
import { insertSecret } from "./vault.repository.ts";
import { sealPan } from "./vault.ts";

/** Another card has the number; nothing was written. */
export class NumberTakenError extends Error {
  constructor() {
    super("the issuer gave a number that another card has");
    this.name = "NumberTakenError";
  }
}

/** The customer's key was used already; nothing was written. */
export class KeyUsedError extends Error {
  constructor() {
    super("the client's key was used before");
    this.name = "KeyUsedError";
  }
}

/**
 * Writes an issued card: accounts, number, application, stock and the opening fee together.
 *
 * @throws Refusal `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`
 * @throws NumberTakenError
 * @throws KeyUsedError
 */
export async function issueCard(
  context: AppContext,
  order: CardOrder,
  issued: IssuedCard,
): Promise<ApplicationWithSegment> {
  return inTransaction(context.db, async (tx) => {
    const fees = await feeScheduleAt(tx, order.now);
    const { segment } = order;
    if (parseAmount(order.openingFee, segment.currency) !== fees.cardOpeningFeeMinor) {
      throw new Refusal("price_changed");
    }
    const fundingAccount = await accountOf(tx, order.customerId, segment.currency);
    await insertCard(tx, await newCard(context, tx, order, issued, fundingAccount));
    const sealed = sealPan(context.keys, order, issued.pan);
    if (!(await insertSecret(tx, order, sealed))) {
      throw new NumberTakenError();
    }
    const application = applicationOf(order, fees);
    await insertApplication(tx, application);
    // Last, because everyone who applies for this segment waits for the row from here on.
    if (!(await takeFromStock(tx, segment.id))) {
      throw new Refusal("segment_out_of_stock");
    }
    await payOpeningFee(context, tx, order, fundingAccount, fees, issued.pan.slice(-4));
    const { network, type, currency } = segment;
    return { ...application, network, type, currency };
  });
}

async function payOpeningFee(
  context: AppContext,
  tx: Tx,
  order: CardOrder,
  fundingAccount: bigint,
  fees: FeeSchedule,
  last4: string,
): Promise<void> {
  const movement = openingMovement(order, fundingAccount, fees.cardOpeningFeeMinor, last4);
  const [result] = await context.ledger.post(tx, [movement]);
  if (result === undefined || result.outcome !== "refused") {
    return;
  }
  switch (result.reason) {
    case "insufficient":
      throw new Refusal("insufficient_funds", { internal: `opening fee of ${order.cardId}` });
    case "blocked":
    case "closed":
      throw new Refusal("account_suspended");
    case "mismatch":
      throw new KeyUsedError();
    default:
      throw new Error(`the ledger refused the opening fee: ${result.reason}`);
  }
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
    last4: issued.pan.slice(-4),
    expiry_month: issued.expiryMonth,
    expiry_year: issued.expiryYear,
    per_transaction_limit_minor: segment.per_transaction_limit_minor,
    daily_limit_minor: segment.daily_limit_minor,
    monthly_limit_minor: segment.monthly_limit_minor,
    billing_address: billingAddressFor(cardId, order.billingAddress),
    created_at: order.now,
  };
}

function applicationOf(order: CardOrder, fees: FeeSchedule) {
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
    created_at: order.now,
  };
}
