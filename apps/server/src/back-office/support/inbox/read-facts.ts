import type { AboutKind, Facts } from "@tessera/contract/back-office/support.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { getReview } from "../../../authorization/approvals/index.ts";
import { getCard } from "../../../cards/lifecycle/index.ts";
import { getMovement } from "../../../insights/bills/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { parseId } from "../../../platform/ids.ts";
import { factsOfReviewCase } from "./facts-of-case.ts";
import { factsOfWithdrawal } from "./facts-of-withdrawal.ts";
import { type FactsQuestion, type Known, NOTHING } from "./facts-reader.ts";

function placeOf({ id, last4, network, type }: Card): Facts["card"] {
  return { id, last4, network, type };
}

async function ofCard(context: AppContext, { customerId, id }: FactsQuestion): Promise<Known> {
  const card = await getCard(context, customerId, parseId("card", id));
  return {
    ...NOTHING,
    card: placeOf(card),
    title: card.nickname,
    status: card.status,
    currency: card.currency,
    balance: card.balance,
    frozenBy: card.freezes.map(({ layer }) => layer),
    at: card.createdAt,
  };
}

async function ofMovement(context: AppContext, asked: FactsQuestion): Promise<Known> {
  const { customerId, id, kind, locale } = asked;
  const movementId = parseId("mov", id);
  const movement = await getMovement(context, { customerId, movementId, locale });
  if (kind === "withdrawal" && movement.kind !== "withdrawal") {
    throw new Refusal("not_found");
  }
  const { cardId, title, status, currency, amount, fee, eventAt } = movement;
  const card =
    cardId === undefined ? undefined : await getCard(context, customerId, parseId("card", cardId));
  return {
    ...NOTHING,
    card: card === undefined ? null : placeOf(card),
    title,
    status,
    currency,
    amount,
    fee,
    declineCode: movement.declineCode ?? null,
    declineMessage: movement.declineMessage ?? null,
    at: eventAt,
  };
}

/** Finds a withdrawal by its id or by its movement's id, which is the id shown in lists. */
function ofWithdrawal(context: AppContext, asked: FactsQuestion): Promise<Known> {
  return parseId("wdr", asked.id) === undefined
    ? ofMovement(context, asked)
    : factsOfWithdrawal(context, asked);
}

/**
 * Returns a held item: either a payment held by a rule, which its owner decides on, or a case,
 * which operators decide on.
 */
async function ofReview(context: AppContext, asked: FactsQuestion): Promise<Known> {
  const { customerId, id } = asked;
  if (parseId("case", id) !== undefined) {
    return factsOfReviewCase(context, asked);
  }
  const review = await getReview(context, customerId, parseId("rev", id));
  const card = await getCard(context, customerId, parseId("card", review.cardId));
  return {
    ...NOTHING,
    card: placeOf(card),
    title: review.merchant.name,
    status: review.status,
    currency: review.currency,
    amount: review.amount,
    at: review.at,
  };
}

const READERS: Readonly<
  Record<AboutKind, (context: AppContext, asked: FactsQuestion) => Promise<Known>>
> = { card: ofCard, transaction: ofMovement, withdrawal: ofWithdrawal, review: ofReview };

/**
 * Returns the current facts about an object that a customer is asking about. All of these facts may
 * be shown to the customer. They contain no card number.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function readFacts(context: AppContext, asked: FactsQuestion): Promise<Facts> {
  const known = await READERS[asked.kind](context, asked);
  const { kind, id } = asked;
  return {
    kind,
    id,
    ...known,
    frozenBy: [...known.frozenBy],
    readAt: context.clock.now().toISOString(),
  };
}
