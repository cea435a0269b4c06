import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import { formatAmount } from "@tessera/money";
import type { PaymentReviewRow } from "../../db/tables/risk.tables.ts";
import { wireId } from "../../platform/ids.ts";

export function presentReview(review: PaymentReviewRow): PaymentReview {
  return {
    id: wireId("rev", review.id),
    movementId: wireId("mov", review.movement_id),
    cardId: wireId("card", review.card_id),
    strategyName: review.strategy_name,
    amount: formatAmount(review.amount_minor, review.currency),
    currency: review.currency,
    merchant: review.merchant,
    status: review.status,
    at: review.created_at.toISOString(),
    expiresAt: review.expires_at.toISOString(),
  };
}
