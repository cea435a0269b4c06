import { houseAccount, type Movement } from "@tessera/ledger";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { indebted, lockCard, repayDebt } from "../cards/index.ts";
import { periodIn, spendingWindows } from "../risk/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import type { PaymentCardLookup } from "./payment-card-lookup.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";
import { countingGuards } from "./spending-guards.ts";

// Neither looks at the expiry date, the card's or the one that was sent: an expiry ends what a card
// may start, and the account behind it outlives the plastic (decision 0025).

/**
 * Takes a merchant's refund, matched to a purchase or not. A frozen card takes it too, a closed
 * one passes it on to the account it was funded from, and what a card owes is repaid from it.
 */
export async function refundCard(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
): Promise<NetworkOutcome> {
  return settleUnasked(context, cards, request, refundOf);
}

/**
 * Takes a clearing that nobody authorised. The scheme's rules bind the programme to pay it, so it
 * is never refused for funds, limits or a freeze: the card pays what it has and owes the rest.
 */
export async function forcePost(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
): Promise<NetworkOutcome> {
  return settleUnasked(context, cards, request, forcePostOf);
}

type MovementFields = Pick<Movement, "kind" | "amountMinor" | "legs" | "guards">;

async function settleUnasked(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  fieldsOf: (
    context: AppContext,
    card: PaymentCard,
    isClosed: boolean,
    request: PaymentRequest,
  ) => MovementFields,
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const { currency, amountMinor, merchant } = request;
  const movementId = newId(now);
  const found = await cards.find(request.pan, now);
  if (found === null || found.currency !== currency) {
    const code = found === null ? "card_not_found" : "currency_blocked";
    return { movementId, approved: false, code, amountMinor: 0n, currency };
  }
  const isPosted = await inTransaction(context.db, async (tx) => {
    // Locked, because a closing at the same time decides which account the money belongs to.
    const card = await lockCard(tx, found.customerId, found.id);
    if (card === undefined) {
      throw new Error(`card ${found.id} is gone`);
    }
    const isClosed = card.status === "closed";
    const [result] = await context.ledger.post(tx, [
      {
        id: movementId,
        customerId: found.customerId,
        cardId: found.id,
        parentId: null,
        status: "completed",
        currency,
        feeMinor: 0n,
        title: merchant.name,
        data: { last4: found.last4, merchant },
        eventAt: now,
        clientKey: null,
        ...fieldsOf(context, found, isClosed, request),
      },
    ]);
    // An operator's block takes nothing in; the network presents the refund again later.
    if (result?.outcome === "refused" && result.reason === "blocked") {
      return false;
    }
    if (result?.outcome !== "posted") {
      const reason = result?.outcome === "refused" ? result.reason : "no result";
      throw new Error(`the ledger refused a posting on card ${found.id}: ${reason}`);
    }
    await repayDebt(context, tx, indebted(card), movementId);
    return true;
  });
  return isPosted
    ? { movementId, approved: true, code: "approved", amountMinor, currency }
    : { movementId, approved: false, code: "account_under_review", amountMinor: 0n, currency };
}

function refundOf(
  _context: AppContext,
  card: PaymentCard,
  isClosed: boolean,
  { amountMinor, currency }: PaymentRequest,
): MovementFields {
  return {
    kind: "refund",
    amountMinor,
    legs: [
      {
        type: "transfer",
        debit: houseAccount("network_settlement", currency),
        credit: isClosed ? card.fundingAccount : card.cardAccount,
        amountMinor,
      },
    ],
  };
}

function forcePostOf(
  context: AppContext,
  card: PaymentCard,
  isClosed: boolean,
  { amountMinor, currency }: PaymentRequest,
): MovementFields {
  const windows = spendingWindows(periodIn(context.config.timeZone, context.clock.now()));
  return {
    kind: "force_post",
    amountMinor: -amountMinor,
    legs: [
      {
        type: "forced",
        debit: isClosed ? card.fundingAccount : card.cardAccount,
        credit: houseAccount("network_settlement", currency),
        amountMinor,
        shortfallFrom: card.receivableAccount,
      },
    ],
    guards: countingGuards(card.id, windows, amountMinor),
  };
}
