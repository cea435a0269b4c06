import type { ApproveMandateBody, Mandate } from "@tessera/contract/cards/mandates.schemas";
import { formatAmount } from "@tessera/money";
import type { Holder } from "../../adapters/issuer/holder-facts.ts";
import type { IssuedCard, IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import { requireNewCard } from "../../authorization/velocity/index.ts";
import { accountOf } from "../../identity/people/index.ts";
import { type GivenProof, requireOwnProof, spendProof } from "../../identity/sessions/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId, wireId } from "../../platform/ids.ts";
import { issueCardWithin, requireServedHolder, reviewReasons } from "../applications/index.ts";
import { fundNewCard } from "../funding/index.ts";
import {
  type CardOrder,
  issueRequestOf,
  NewCardCeilingError,
  orderKeyOf,
  withFreeNumber,
} from "../issuance/index.ts";
import { ledgerClientKey, lockCard } from "../lifecycle/index.ts";
import { type Offer, offersFor } from "./mandate-offer.ts";
import { presentMandate } from "./mandates.presenter.ts";
import { findMandate, readBack, updateOutcome } from "./mandates.repository.ts";
import type { MandateRow } from "./mandates.tables.ts";
import { recordMandate } from "./record-mandate.ts";
import { type NamedMandate, requireUndecided, takeMandate } from "./take-mandate.ts";

export interface ApproveInput extends NamedMandate, GivenProof {
  readonly body: ApproveMandateBody;
  readonly idempotencyKey: string;
  readonly requestId: string;
  /** Why new cards are blocked. A retry of an earlier call still gets its response. */
  readonly stoppedBy: Refusal | undefined;
}

interface Approved {
  readonly mandate: Mandate;
  readonly isRepeat: boolean;
}

/** A mandate about to be approved, at which costs, and the card to issue for it. */
interface Approval {
  readonly row: MandateRow;
  readonly offer: Offer;
  readonly order: CardOrder;
}

/**
 * Approves a mandate exactly as it was shown. In one transaction, a card is issued that pays its
 * merchant once, up to its ceiling and until its time, and is loaded with the ceiling. The step-up
 * token is bound to the terms, the revision and the total.
 *
 * @param offered the card issuer; undefined if there is none
 * @throws Refusal `not_found`, `mandate_decided`, `mandate_changed`, `mandate_needs_review`,
 * `price_changed`, `segment_out_of_stock`, `insufficient_funds`, `not_offered`, `stoppedBy`,
 * `idempotency_mismatch`, and those of an application for a card and of `spendProof`
 */
export async function approveMandate(
  context: AppContext,
  offered: IssuerPort | undefined,
  input: ApproveInput,
): Promise<Approved> {
  const clientKey = ledgerClientKey("mandate", input.idempotencyKey);
  const earlier = await earlierApproval(context, input, clientKey);
  if (earlier !== undefined) {
    return { mandate: earlier, isRepeat: true };
  }
  try {
    return { mandate: await carryOut(context, offered, input, clientKey), isRepeat: false };
  } catch (error) {
    // Another server may have approved it under the same key in the meantime.
    const other = await earlierApproval(context, input, clientKey);
    if (other !== undefined) {
      return { mandate: other, isRepeat: true };
    }
    throw error;
  }
}

/** Finds what an earlier call with the same key approved, whose response was lost. */
async function earlierApproval(
  { db }: AppContext,
  { session, id, body }: ApproveInput,
  clientKey: string,
): Promise<Mandate | undefined> {
  const row = id === undefined ? undefined : await findMandate(db.kysely, session.customerId, id);
  return row !== undefined && row.approval_key === clientKey && row.revision === body.revision
    ? presentMandate(row)
    : undefined;
}

async function carryOut(
  context: AppContext,
  offered: IssuerPort | undefined,
  input: ApproveInput,
  clientKey: string,
): Promise<Mandate> {
  if (input.stoppedBy !== undefined) {
    throw input.stoppedBy;
  }
  const issuer = requireOffered(offered, "cards");
  await requireOwnProof(context, context.db.kysely, input);
  const { session, id } = input;
  const { kysely } = context.db;
  const row = id === undefined ? undefined : await findMandate(kysely, session.customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  requireUndecided(row, input.body.revision, context.clock.now());
  const offer = await agreedOffer(context, row, input.body);
  const order = await orderOf(context, { ...input, row, offer }, clientKey);
  const holder = await requireServedHolder(context, issuer, order, offer.segment);
  await requireCovered(context, row, offer);
  try {
    return await issue(context, issuer, input, { row, offer, order }, holder);
  } catch (error) {
    const { newCard } = order;
    throw error instanceof NewCardCeilingError && newCard !== undefined
      ? await newCard.refuse()
      : error;
  }
}

/** Returns the offer that the person agreed to, if it still stands. */
async function agreedOffer(
  { db, clock }: AppContext,
  row: MandateRow,
  body: ApproveMandateBody,
): Promise<Offer> {
  const segmentId = parseId("seg", body.segmentId);
  const offers = await offersFor(db.kysely, row, clock.now());
  const offer = offers.find(({ segment }) => segment.id === segmentId);
  if (offer === undefined) {
    throw new Refusal("segment_out_of_stock");
  }
  const { openingFeeMinor, loadFeeMinor } = offer;
  const isSame =
    body.openingFee === formatAmount(openingFeeMinor, row.currency) &&
    body.loadFee === formatAmount(loadFeeMinor, row.currency);
  if (!isSame) {
    throw new Refusal("price_changed");
  }
  return offer;
}

/** Builds the order of the card that pays for the mandate, and nothing else. */
async function orderOf(
  context: AppContext,
  { row, offer, ...input }: ApproveInput & { readonly row: MandateRow; readonly offer: Offer },
  clientKey: string,
): Promise<CardOrder> {
  const { session, requestId, idempotencyKey } = input;
  const { customerId, username: actor } = session;
  const { segment } = offer;
  const now = context.clock.now();
  const order: CardOrder = {
    ...{ customerId, actor, requestId, idempotencyKey, now, clientKey, segment },
    ...{ segmentId: segment.id, nickname: undefined, billingAddress: "auto", mayBeReviewed: true },
    // A card with this usage declines other merchants even at a server of the previous release.
    usage: "merchant_locked",
    openingFee: formatAmount(offer.openingFeeMinor, row.currency),
    applicationId: newId(now),
    cardId: newId(now),
    orderKey: orderKeyOf(customerId, `mandate ${row.id} ${clientKey}`),
    newCard: await requireNewCard(context, { customerId, actor, requestId, now }),
    mandate: { id: row.id, merchantKey: row.merchant_key, merchantName: row.merchant_name },
  };
  if ((await reviewReasons(context, order)).length > 0) {
    throw new Refusal("mandate_needs_review");
  }
  return order;
}

/** Refuses what cannot be paid for before an issuer creates a card. The ledger checks it again. */
async function requireCovered(
  { db: { kysely }, ledger }: AppContext,
  { customer_id: customerId, currency }: MandateRow,
  { totalMinor }: Offer,
): Promise<void> {
  const account = await accountOf(kysely, customerId, currency);
  const [balance] = await ledger.balances(kysely, [account]);
  if (balance === undefined || balance.availableMinor < totalMinor) {
    throw new Refusal("insufficient_funds");
  }
}

/** Returns what the person was shown, which the step-up token must be bound to. */
function subjectOf(row: MandateRow, { totalMinor }: Offer) {
  const { currency, revision, purpose, merchant_name: merchant } = row;
  return {
    operation: "mandate_approval",
    ...{ mandateId: wireId("mdt", row.id), revision, merchant, currency, purpose },
    ceiling: formatAmount(row.ceiling_minor, currency),
    until: row.until.toISOString(),
    total: formatAmount(totalMinor, currency),
  } as const;
}

function issue(
  context: AppContext,
  issuer: IssuerPort,
  input: ApproveInput,
  approval: Approval,
  holder: Holder | null,
): Promise<Mandate> {
  const request = issueRequestOf(approval.order, holder);
  const { ceiling_minor: perTransactionMinor } = approval.row;
  const limits = { ...request.limits, perTransactionMinor };
  return withFreeNumber(context, issuer, { ...request, limits }, (issued) =>
    write(context, input, approval, issued),
  );
}

async function write(
  context: AppContext,
  input: ApproveInput,
  { offer, order }: Approval,
  issued: IssuedCard,
): Promise<Mandate> {
  const { session, proof, body, requestId } = input;
  return inTransaction(context.db, async (tx) => {
    const row = await takeMandate(tx, input);
    const { now, cardId } = order;
    requireUndecided(row, body.revision, now);
    await spendProof(context, tx, { session, proof, subject: subjectOf(row, offer) });
    await issueCardWithin(context, tx, order, issued);
    await load(context, tx, { row, offer, order });
    await updateOutcome(tx, row.id, {
      ...{ status: "approved", card_id: cardId, approval_key: order.clientKey, decided_at: now },
      ...{ opening_fee_minor: offer.openingFeeMinor, load_fee_minor: offer.loadFeeMinor },
    });
    const act = { actor: session.username, requestId, action: "mandate.approve" } as const;
    await recordMandate(context, tx, { ...row, status: "approved" }, act);
    return presentMandate(await readBack(tx, row));
  });
}

/** Loads the new card with the ceiling, and counts the merchant that it is locked to. */
async function load(
  context: AppContext,
  tx: Parameters<typeof lockCard>[0],
  { row, offer, order }: Approval,
): Promise<void> {
  const card = await lockCard(tx, row.customer_id, order.cardId);
  if (card === undefined) {
    throw new Error(`card ${order.cardId} is missing`);
  }
  await fundNewCard(context, tx, card, {
    segment: offer.segment,
    amountMinor: row.ceiling_minor,
    feeMinor: offer.loadFeeMinor,
    clientKey: ledgerClientKey("mandate_load", order.idempotencyKey),
    guards: [{ subject: card.id, window: "lock", amountMinor: 0n, count: 1, maxCount: 1 }],
  });
}
