import type { ReplacementReason } from "@tessera/contract/cards/cards.schemas";
import type { IssuedCard } from "../../adapters/issuer/issuer.port.ts";
import { periodIn, spendingWindows } from "../../authorization/decision/index.ts";
import type { CardReplacementRow, CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  beginClosing,
  type CardStanding,
  findStanding,
  finishClosing,
  insertCard,
  leaveCard,
  lockCard,
  postMove,
  reachCard,
  recoverLock,
  requireLiving,
  requireReplaceable,
} from "../lifecycle/index.ts";
import { carriedGuards, carryCounters } from "./carried-counters.repository.ts";
import { findReplacementByKey, insertReplacement } from "./replacements.repository.ts";
import { keepNumber } from "./reserve-pan.ts";
import { takeReplacement } from "./segments.repository.ts";

export interface Place {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly newCardId: string;
  readonly reason: ReplacementReason;
  readonly issued: IssuedCard;
  readonly clientKey: string;
  readonly actor: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Atomically writes an issued card that replaces another card. From then on, the old card's account
 * accepts no debits, so that the state read from it is exactly what is carried over.
 *
 * @returns the replacement, whether it was written now or earlier with the same key
 * @throws Refusal `segment_out_of_stock`, `account_suspended`, and those from {@link
 * requireReplaceable}
 * @throws NumberTakenError
 */
export async function putInPlace(
  context: AppContext,
  tx: Tx,
  place: Place,
): Promise<CardReplacementRow> {
  const old = await lockCard(tx, place.customerId, place.cardId);
  if (old === undefined) {
    throw new Refusal("not_found");
  }
  const earlier = await findReplacementByKey(tx, place.customerId, place.clientKey);
  if (earlier !== undefined) {
    return earlier;
  }
  const standing = await stopCard(context, tx, old, place.now);
  const card = await insertNew(context, tx, old, { ...place, standing });
  await keepNumber(context, tx, { cardId: card.id, customerId: card.customer_id }, place.issued);
  const replacement = replacementOf(place, standing);
  await insertReplacement(tx, replacement);
  const windows = spendingWindows(periodIn(context.config.timeZone, place.now));
  const succession = { customerId: place.customerId, from: old.id, to: card.id };
  await carryCounters(tx, succession, windows);
  await moveBalance(context, tx, { old, card, standing, place });
  // This comes last because, from here on, every other applicant for this segment has to wait for
  // this row's lock.
  if (!(await takeReplacement(tx, old.segment_id))) {
    throw new Refusal("segment_out_of_stock");
  }
  return replacement;
}

/** Permanently blocks debits on a card's account, and reads the card's final state. */
async function stopCard(
  context: AppContext,
  tx: Tx,
  old: CardRow,
  now: Date,
): Promise<CardStanding> {
  requireLiving(old);
  const before = await context.ledger.setAccountStatus(tx, old.card_account, "debits_blocked");
  if (before === "blocked") {
    throw new Refusal("account_suspended", { internal: `card ${old.id} is blocked` });
  }
  if (old.usage === "merchant_locked" && old.locked_merchant_key === null) {
    await recoverLock(tx, old.id);
  }
  const windows = spendingWindows(periodIn(context.config.timeZone, now));
  const standing = await findStanding(tx, old.customer_id, old.id, windows);
  if (standing === undefined) {
    throw new Error(`card ${old.id} is missing`);
  }
  requireReplaceable(standing);
  return standing;
}

/**
 * What the owner agreed to for the former card, whose counters of the day stay with it: the new one
 * draws nothing until the owner sets it again (decision 0246).
 */
const DRAWS_NOTHING = {
  draw_daily_minor: null,
  draw_fee_basis_points: null,
  draw_merchants: null,
  keep_alive_daily_minor: null,
  keep_alive_fee_basis_points: null,
  keep_alive_merchants: null,
} as const;

async function insertNew(
  context: AppContext,
  tx: Tx,
  old: CardRow,
  { newCardId, issued, now, standing }: Place & { readonly standing: CardStanding },
): Promise<CardRow> {
  const { customer_id: customerId, currency } = old;
  const [cardAccount, receivableAccount] = await context.ledger.openAccounts(tx, [
    { customerId, kind: "card", currency },
    { customerId, kind: "receivable", currency },
  ]);
  if (cardAccount === undefined || receivableAccount === undefined) {
    throw new Error("the ledger opened no accounts");
  }
  const { status: _, frozen_at: __, closed_at: ___, ...kept } = old;
  await insertCard(tx, {
    ...kept,
    id: newCardId,
    card_account: cardAccount,
    receivable_account: receivableAccount,
    last4: issued.last4,
    expiry_month: issued.expiryMonth,
    expiry_year: issued.expiryYear,
    billing_address: issued.billingAddress,
    locked_merchant_key: standing.locked_merchant_key,
    locked_merchant_name: standing.locked_merchant_name,
    predecessors: [old.id, ...old.predecessors],
    created_at: now,
    ...DRAWS_NOTHING,
  });
  const card = await lockCard(tx, customerId, newCardId);
  if (card === undefined) {
    throw new Error(`card ${newCardId} is missing`);
  }
  return card;
}

function replacementOf(place: Place, standing: CardStanding): CardReplacementRow {
  return {
    id: place.id,
    customer_id: place.customerId,
    replaced_card_id: place.cardId,
    card_id: place.newCardId,
    reason: place.reason,
    carried_day_minor: standing.spent_day_minor,
    carried_month_minor: standing.spent_month_minor,
    client_key: place.clientKey,
    created_at: place.now,
  };
}

interface Moving {
  readonly old: CardRow;
  readonly card: CardRow;
  readonly standing: CardStanding;
  readonly place: Place;
}

async function moveBalance(
  context: AppContext,
  tx: Tx,
  { old, card, standing, place }: Moving,
): Promise<void> {
  const { actor, requestId, id, clientKey, reason } = place;
  const amountMinor = standing.posted_minor - standing.held_minor;
  await beginClosing(context, tx, old, { clientKey: null, actor, requestId });
  if (amountMinor > 0n) {
    await postMove(context, tx, leaveCard(context, old, amountMinor));
  }
  const windows = spendingWindows(periodIn(context.config.timeZone, place.now));
  const replaced = {
    action: "card.replace",
    actor,
    customerId: old.customer_id,
    object: old.id,
    outcome: "ok",
    requestId,
    data: { reason, newCardId: card.id },
  } as const;
  const guards = await carriedGuards(tx, { from: old.id, to: card.id }, windows);
  await postMove(
    context,
    tx,
    reachCard(context, card, { id, amountMinor, clientKey, guards, audit: [replaced] }),
  );
  await finishClosing(context, tx, { id: old.id, status: "closing" });
}
