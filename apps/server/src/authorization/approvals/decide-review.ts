import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import type { PaymentReviewRow } from "../../db/tables/risk.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { findDeclinedPayment } from "../decision/index.ts";
import type { StrategyAuthor } from "../rules/index.ts";
import { grantWithin, lockCustomer } from "../rules/index.ts";
import { RETRY_HOURS } from "./review-time.ts";
import { presentReview } from "./reviews.presenter.ts";
import { decideReview, lockReview } from "./reviews.repository.ts";

type Word = "approved" | "declined" | "expired";

/** The timeline status of each review state. */
const STEP_STATUS = { approved: "completed", declined: "rejected", expired: "expired" } as const;
const HOUR_MS = 3_600_000;

/**
 * Records a customer's decision on a payment that a rule set held for approval. An approval lets
 * the merchant retry the payment once. No money is held in the meantime, and the original payment
 * stays declined. Repeating the same decision changes nothing.
 *
 * @throws Refusal `not_found`, `review_decided` after a different decision or after the review has
 * expired
 */
export async function answerReview(
  context: AppContext,
  author: StrategyAuthor,
  reviewId: string | undefined,
  word: "approved" | "declined",
): Promise<PaymentReview> {
  const review = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, author.customerId);
    const found =
      reviewId === undefined ? undefined : await lockReview(tx, author.customerId, reviewId);
    if (found === undefined) {
      throw new Refusal("not_found");
    }
    if (found.status === word) {
      return found;
    }
    const isOver = found.expires_at <= context.clock.now();
    if (found.status !== "waiting" || isOver) {
      throw new Refusal("review_decided");
    }
    return settle(context, tx, found, word, author);
  });
  await context.events.publish(author.customerId, "risk", {});
  return presentReview(review);
}

/** Expires an overdue review, unless it has been decided in the meantime. */
export async function expireReview(
  context: AppContext,
  customerId: string,
  reviewId: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const found = await lockReview(tx, customerId, reviewId);
    if (found?.status === "waiting") {
      const author = { customerId, actor: "risk", requestId: "" };
      await settle(context, tx, found, "expired", author);
    }
  });
  await context.events.publish(customerId, "risk", {});
}

async function settle(
  context: AppContext,
  tx: Tx,
  review: PaymentReviewRow,
  word: Word,
  author: StrategyAuthor,
): Promise<PaymentReviewRow> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + RETRY_HOURS * HOUR_MS);
  const grantId = word === "approved" ? await grantFor(context, tx, review, author, until) : null;
  const decided = {
    status: word,
    decided_at: now,
    grant_id: grantId,
    expires_at: word === "approved" ? until : review.expires_at,
  };
  await decideReview(tx, review.id, decided);
  const [result] = await context.ledger.post(tx, [
    {
      id: newId(now),
      customerId: review.customer_id,
      cardId: review.card_id,
      parentId: review.movement_id,
      kind: "review",
      status: STEP_STATUS[word],
      currency: review.currency,
      amountMinor: -review.amount_minor,
      feeMinor: 0n,
      title: review.merchant.name,
      data: {},
      eventAt: now,
      clientKey: null,
      legs: [],
      statusChanges: [{ movementId: review.movement_id, status: "declined" }],
      audit: [
        {
          action: "review.decided",
          actor: author.actor,
          customerId: review.customer_id,
          object: review.id,
          outcome: "ok",
          requestId: author.requestId,
          data: {
            merchant: review.merchant.name,
            before: { status: "waiting" },
            after: { status: word },
          },
        },
      ],
    },
  ]);
  if (result?.outcome !== "posted") {
    throw new Error(`the ledger refused the decision on review ${review.id}`);
  }
  return { ...review, ...decided };
}

async function grantFor(
  context: AppContext,
  tx: Tx,
  review: PaymentReviewRow,
  author: StrategyAuthor,
  until: Date,
): Promise<string> {
  const payment = await findDeclinedPayment(tx, review.customer_id, review.movement_id);
  const granted =
    payment &&
    (await grantWithin(context, tx, payment, {
      ...author,
      kind: "allow_once",
      until,
      clientKey: null,
    }));
  if (granted === undefined) {
    throw new Error(`the payment of review ${review.id} can't be allowed`);
  }
  return granted;
}
