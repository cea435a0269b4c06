import type { HeldReview } from "@tessera/contract/back-office/reviews.schemas";
import { DecidedRow } from "../../../features/authorization/rules/reviews/decided-row.tsx";
import {
  type ReviewedCard,
  ReviewPanel,
} from "../../../features/authorization/rules/reviews/review-panel.tsx";

interface OpenPaymentProps {
  readonly review: Extract<HeldReview, { kind: "payment" }>;
  readonly cards: readonly ReviewedCard[] | undefined;
  /** Called if the payment expires while it is on the screen. */
  readonly onOver: () => void;
}

/** Renders one payment held by a rule: the decision to make, or its outcome. */
export function OpenPayment({ review, cards, onOver }: OpenPaymentProps) {
  const { status } = review;
  const card = cards?.find(({ id }) => id === review.cardId);
  return status === "waiting" ? (
    <ul>
      <ReviewPanel review={review} card={card} onOver={onOver} />
    </ul>
  ) : (
    <DecidedRow review={{ ...review, status }} card={card} />
  );
}
